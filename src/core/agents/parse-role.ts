// A role's file: a few lines of `key: value` between two lines of dashes, then the prompt. Pure.
import type { RoleName } from '../../protocol/agents/agent.ts'
import type { AgentRole } from './role-shelf.ts'

const FRONT = /^---\r?\n(?<front>[\s\S]*?)\r?\n---\r?\n?(?<prompt>[\s\S]*)/

export function parseRole(name: RoleName, text: string): AgentRole {
  const { front = '', prompt = text } = FRONT.exec(text)?.groups ?? {}
  const values = new Map(front.split(/\r?\n/).map(splitLine))
  return {
    name,
    description: values.get('description') ?? '',
    capabilities: (values.get('capabilities') ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
    prompt: prompt.trim(),
  }
}

/** A line without a colon is a key without a value. */
function splitLine(line: string): [string, string] {
  const [key = '', ...value] = line.split(':')
  return [key.trim(), value.join(':').trim()]
}
