/**
 * One-way, the same for the same secret. A plain SHA-256 is enough: secrets are 256 random bits, and looking one up by
 * its hash leaks nothing about it through timing.
 */
export type HashSecret = (secret: string) => string
