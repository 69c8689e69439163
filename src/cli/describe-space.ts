// What the home takes of the disk, in a line.
import type { HomeSpace } from '../protocol/machine/home-space.ts'
import { layoutBytes } from './layout/layout.ts'

/** The others are small beside these. */
const PARTS_SHOWN = 5

export function describeSpace({ bytes, budgetBytes, parts }: HomeSpace): string {
  const largest = parts
    .slice(0, PARTS_SHOWN)
    .map((part) => `${part.name} ${part.complete ? '' : 'more than '}${layoutBytes(part.bytes)}`)
  const all = `${layoutBytes(bytes)} of ${layoutBytes(budgetBytes)} used`
  return [all, largest.join(', ')].filter((text) => text !== '').join(': ')
}
