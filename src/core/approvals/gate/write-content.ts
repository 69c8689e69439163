// The exact text of a tool's use that a person decides on, and whose hash binds the decision: keys in order, so that the same use
// has the same text. Pure.
import type { GateCall } from './read-gate.ts'

type Use = Pick<GateCall, 'tool' | 'folder' | 'input'>

export function writeContent({ tool, folder, input }: Use): string {
  return JSON.stringify({ tool, folder, input: sortKeys(input ?? null) }, undefined, 2)
}

/**
 * Codex describes a command in its dialog and not before: what a model says of a call is no part of what the call does.
 */
export function isSameUse(content: string, use: Use): boolean {
  return withoutWords(content) === withoutWords(writeContent(use))
}

function withoutWords(content: string): string {
  const { tool, folder, input } = JSON.parse(content) as Use
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return content
  const { description: _, ...done } = input as Record<string, unknown>
  return writeContent({ tool, folder, input: done })
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]))
}
