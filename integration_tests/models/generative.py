"""Models that draw: a DCGAN and a variational autoencoder."""

import torch
from torch import nn, optim
from torch.nn import functional as F


def weights_init(module):
    name = module.__class__.__name__
    if name.find("Conv") != -1:
        nn.init.normal_(module.weight.data, 0.0, 0.02)
    elif name.find("BatchNorm") != -1:
        nn.init.normal_(module.weight.data, 1.0, 0.02)
        nn.init.constant_(module.bias.data, 0)


class Generator(nn.Module):
    def __init__(self, nz=8, ngf=4):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 2, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf * 2),
            nn.ReLU(True), nn.ConvTranspose2d(ngf * 2, ngf, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ngf), nn.ReLU(True), nn.ConvTranspose2d(ngf, 1, 4, 2, 1, bias=False),
            nn.Tanh(),
        )

    def forward(self, noise):
        return self.main(noise)


class Discriminator(nn.Module):
    def __init__(self, ndf=4):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False), nn.BatchNorm2d(ndf * 2),
            nn.LeakyReLU(0.2, inplace=True), nn.Conv2d(ndf * 2, 1, 4, 1, 0, bias=False),
            nn.Sigmoid(),
        )

    def forward(self, images):
        return self.main(images).view(-1)


def train_dcgan(steps):
    torch.manual_seed(0)
    generator, discriminator = Generator().apply(weights_init), Discriminator().apply(weights_init)
    criterion = nn.BCELoss()
    of_d = optim.Adam(discriminator.parameters(), lr=2e-3, betas=(0.5, 0.999))
    of_g = optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.999))
    losses = []
    for _ in range(steps):
        real = torch.rand(8, 1, 16, 16) * 2 - 1
        discriminator.zero_grad()
        label = torch.full((8,), 1.0)
        real_error = criterion(discriminator(real), label)
        real_error.backward()
        fake = generator(torch.randn(8, 8, 1, 1))
        label.fill_(0.0)
        fake_error = criterion(discriminator(fake.detach()), label)
        fake_error.backward()
        of_d.step()
        generator.zero_grad()
        label.fill_(1.0)
        error = criterion(discriminator(fake), label)
        error.backward()
        of_g.step()
        losses += [(real_error + fake_error).item(), error.item()]
    return losses


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(36, 24)
        self.fc21, self.fc22 = nn.Linear(24, 4), nn.Linear(24, 4)
        self.fc3, self.fc4 = nn.Linear(4, 24), nn.Linear(24, 36)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + torch.randn_like(std) * std

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 36))
        z = self.reparameterize(mu, logvar)
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z)))), mu, logvar


def train_vae(steps):
    torch.manual_seed(0)
    model = VAE()
    optimizer = optim.Adam(model.parameters(), lr=1e-2)
    data = torch.rand(32, 1, 6, 6)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        result, mu, logvar = model(data)
        reconstruction = F.binary_cross_entropy(result, data.view(-1, 36), reduction="sum")
        divergence = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
        loss = reconstruction + divergence
        loss.backward()
        optimizer.step()
        losses.append(loss.item() / len(data))
    return losses


def train(steps):
    return train_dcgan(steps) + train_vae(steps)
