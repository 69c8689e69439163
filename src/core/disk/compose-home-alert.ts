// What people are told of a home that takes more than its budget: what takes it, and what they can remove. Pure.
import type { HomeSpace } from '../../protocol/machine/home-space.ts'
import type { LargePart } from './disk-ground.ts'

const MIB = 1024 ** 2

export function composeHomeAlert({ bytes, budgetBytes, parts }: HomeSpace, large: readonly LargePart[]) {
  const title = `the home of cmux takes ${inMib(bytes)}, more than its ${inMib(budgetBytes)}`
  const shares = parts.map((part) => `${part.name} ${part.complete ? '' : 'more than '}${inMib(part.bytes)}`)
  return {
    title,
    lines: [
      title,
      `what takes it: ${shares.join(', ')}`,
      ...large.map((part) => `${inMib(part.bytes)} in ${part.path}: ${part.command}`),
      'or set disk.homeMb in config.json',
    ],
  }
}

const inMib = (bytes: number) => `${Math.ceil(bytes / MIB)} MiB`
