"""REINFORCE on a cart with a pole, whose physics are in the program: sampled actions, a recurrent
baseline of returns, and gradients over whole episodes."""

import math
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class CartPole:
    """The control problem of Barto, Sutton and Anderson (1983)."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)

    def reset(self):
        self.state = self.random.uniform(-0.05, 0.05, 4)
        return self.state.astype(np.float32)

    def step(self, action):
        x, v, angle, w = self.state
        force = 10.0 if action == 1 else -10.0
        temp = (force + 0.05 * w**2 * math.sin(angle)) / 1.1
        turn = (9.8 * math.sin(angle) - math.cos(angle) * temp) / (
            0.5 * (4.0 / 3.0 - 0.1 * math.cos(angle) ** 2 / 1.1)
        )
        push = temp - 0.05 * turn * math.cos(angle) / 1.1
        self.state = np.array([x + 0.02 * v, v + 0.02 * push, angle + 0.02 * w, w + 0.02 * turn])
        done = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.2095
        return self.state.astype(np.float32), 1.0, bool(done)


class Policy(nn.Module):
    def __init__(self):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(4, 64)
        self.dropout = nn.Dropout(p=0.2)
        self.action_head = nn.Linear(64, 2)
        self.value_head = nn.Linear(64, 1)

    def forward(self, x):
        x = F.relu(self.dropout(self.affine1(x)))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


def main():
    env, eps = CartPole(1), np.finfo(np.float32).eps.item()
    torch.manual_seed(0)
    policy = Policy()
    optimizer = optim.Adam(policy.parameters(), lr=1e-2)
    running = 10.0
    for i_episode in range(15):
        state, log_probs, values = env.reset(), [], []
        rewards, returns = [], deque()
        for _ in range(100):
            probs, value = policy(torch.from_numpy(state).float())
            m = Categorical(probs)
            action = m.sample()
            log_probs.append(m.log_prob(action))
            values.append(value)
            state, reward, done = env.step(action.item())
            rewards.append(reward)
            if done:
                break
        R = 0.0
        for r in rewards[::-1]:
            R = r + 0.99 * R
            returns.appendleft(R)
        returns = torch.tensor(returns)
        returns = (returns - returns.mean()) / (returns.std() + eps)
        policy_loss, value_loss = [], []
        for log_prob, value, R in zip(log_probs, values, returns):
            policy_loss.append(-log_prob * (R - value.item()))
            value_loss.append(F.smooth_l1_loss(value, R.reshape(1)))
        optimizer.zero_grad()
        loss = torch.stack(policy_loss).sum() + torch.stack(value_loss).sum()
        loss.backward()
        optimizer.step()
        running = 0.05 * len(rewards) + 0.95 * running
        print(f"Episode {i_episode}\tlength {len(rewards)}\tloss {loss.item():.6f} {running:.4f}")


if __name__ == "__main__":
    main()
