// Seeded randomness: a failing seed is a whole bug report.
export { makeSeededRandom as makeRandom, type Random } from '../../src/lib/seeded-random.ts'
