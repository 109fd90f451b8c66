"""A variational autoencoder over made-up images: the reparametrisation trick, its two losses, and
`torch.distributions` to check one of them."""

import torch
import torch.utils.data
from torch import nn, optim
from torch.distributions import Bernoulli, Independent, Normal, kl_divergence
from torch.nn import functional as F


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(100, 64)
        self.fc21 = nn.Linear(64, 8)
        self.fc22 = nn.Linear(64, 8)
        self.fc3 = nn.Linear(8, 64)
        self.fc4 = nn.Linear(64, 100)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std

    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 100))
        z = self.reparameterize(mu, logvar)
        return self.decode(z), mu, logvar


def loss_function(recon_x, x, mu, logvar):
    BCE = F.binary_cross_entropy(recon_x, x.view(-1, 100), reduction="sum")
    KLD = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return BCE + KLD


def images(n):
    """Disks of random centres and radii."""
    centres, radii = torch.rand(n, 2) * 6 + 2, torch.rand(n) * 2 + 1.5
    ys, xs = torch.meshgrid(torch.arange(10.0), torch.arange(10.0), indexing="ij")
    grid = torch.stack([ys, xs], dim=-1)
    distance = torch.linalg.vector_norm(grid[None] - centres[:, None, None, :], dim=-1)
    return torch.sigmoid(2 * (radii[:, None, None] - distance)).unsqueeze(1)


def main():
    torch.manual_seed(0)
    data = images(320)
    dataset = torch.utils.data.TensorDataset(data, torch.zeros(len(data)))
    loader = torch.utils.data.DataLoader(dataset, batch_size=32, shuffle=True, drop_last=True)
    model = VAE()
    optimizer = optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(1, 6):
        model.train()
        train_loss = 0
        for batch_idx, (batch, _) in enumerate(loader):
            optimizer.zero_grad()
            recon_batch, mu, logvar = model(batch)
            loss = loss_function(recon_batch, batch, mu, logvar)
            loss.backward()
            train_loss += loss.item()
            optimizer.step()
            if batch_idx % 2 == 0:
                print(f"epoch {epoch} batch {batch_idx} loss {loss.item() / len(batch):.6f}")
        print("====> Epoch: {} Average loss: {:.5f}".format(epoch, train_loss / len(data)))
    with torch.no_grad():
        recon, mu, logvar = model(data[:64])
        posterior = Independent(Normal(mu, (0.5 * logvar).exp()), 1)
        prior = Independent(Normal(torch.zeros(8), torch.ones(8)), 1)
        print(f"kl {kl_divergence(posterior, prior).mean():.6f}")
        likelihood = Bernoulli(probs=recon, validate_args=False).log_prob(data[:64].view(-1, 100))
        print(f"likelihood {likelihood.sum(-1).mean():.5f}")
        sample = model.decode(torch.randn(4, 8))
        print(f"samples {sample.mean():.6f} {sample.std():.6f}")


if __name__ == "__main__":
    main()
