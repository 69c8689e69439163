// What cmux tells agents to run or to call, they may run and call: the list of verbs against the rules for tools, the routes and the
// command line; and every word of it in role prompts, guides, tools and messages.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VERBS } from '../../src/cli/verbs.ts'
import { ALL_TOOLS } from '../../src/mcp/all-tools.ts'
import { AGENT_VERBS } from '../../src/protocol/agents/agent-verbs.ts'
import { ROUTES } from '../../src/protocol/routes.ts'
import { openRuleStage, type RuleStage } from '../fixtures/rule-stage.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const list = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))

let stage: RuleStage
beforeAll(async () => {
  stage = await openRuleStage()
})
afterAll(() => stage[Symbol.dispose]())

const verdictOn = async (command: string) =>
  (await stage.judge({ name: command, input: command, confined: true })).verdict

describe('a verb that agents may run', () => {
  test.each(Object.entries(AGENT_VERBS))(
    '[A5] [O2] cmux %s: the rules, its route and the command line agree',
    async (name, { route }) => {
      expect(VERBS.map((verb) => verb.name)).toContain(name)
      expect(await verdictOn(`cmux ${name} X`)).toBe('allow')
      const access: readonly string[] | string = route === null ? ['agent'] : ROUTES[route].access
      expect(access).toContain('agent')
    },
  )

  test.each(VERBS.map(({ name }) => name).filter((name) => !Object.hasOwn(AGENT_VERBS, name)))(
    '[O2] and no other: cmux %s is denied',
    async (name) => {
      expect(await verdictOn(`cmux ${name} X`)).toBe('deny')
    },
  )
})

interface Text {
  readonly where: string
  readonly text: string
  /** Of the agent that reads it. */
  readonly role: string
}

/** Sentences that say what a person does are left out. */
const OF_PEOPLE = /\b(?:person|people|owner)\b/i
const splitSentences = (text: string) => text.split(/(?<=[.;?!|])\s+|\n(?=\s*[-#|\n])/)

const prompts = list('src/roles/*.md').map((path): Text => ({
  where: path,
  text: read(path).replaceAll(/\s*\n(?![-\n])\s*/g, ' '),
  role: basename(path, '.md'),
}))
const guides = ['AGENTS.md', 'docs/changing-code.md'].map((path): Text => ({
  where: path,
  text: read(path),
  role: 'worker',
}))
const tools = ALL_TOOLS.map(({ name, description, input, audience }): Text => ({
  where: `the tool ${name}`,
  text: `${description}\n${JSON.stringify(z.toJSONSchema(input, { io: 'input' }))}`,
  role: audience === 'supervisors' ? 'supervisor' : 'worker',
}))
/** Code that writes messages, and what composes them beside it; hints of errors are for whoever meets the error. */
const messages = list('src/core/**/*.ts')
  // That one writes to the owner alone.
  .filter((path) => !path.endsWith('/keep-quota.ts'))
  .filter(
    (path) =>
      /write-message\.ts'|send-notice\.ts'/.test(read(path)) ||
      /(?:compose|letter|how-to|write-review)[\w-]*\.ts$/.test(path),
  )
  .map((path): Text => ({
    where: path,
    text: read(path)
      .split('\n')
      .filter((line) => !/\bhint\b|^\s*(?:\/\/|\/?\*)/.test(line))
      .join('\n'),
    role: 'worker',
  }))

const FIRST_WORDS = new Set(VERBS.map(({ name }) => name.split(' ')[0] ?? ''))
/** `cmux verb`, as a command and not as the subject of a sentence. */
const COMMAND = /(?:`|\$ |: |^\s*['"`]?\s*)(?:\.\/)?cmux ([a-z]+(?: [a-z]+)?)/gm
const commandsIn = (text: string) =>
  splitSentences(text)
    .filter((sentence) => !OF_PEOPLE.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(COMMAND)].map(([, words = '']) => words))
    .filter((words) => FIRST_WORDS.has(words.split(' ')[0] ?? ''))

/** A tool is called in code marks, or as `the tool NAME`. */
const NAMED_TOOL = /`([a-z]+_[a-z]+|recall)`|\btool ([a-z]+(?:_[a-z]+)?)\b/g
const toolsIn = (text: string) =>
  [...text.matchAll(NAMED_TOOL)]
    .map(([, marked, named = '']) => marked ?? named)
    .filter((name) => /_|^recall$/.test(name))

describe('what agents are told', () => {
  test.each([...prompts, ...guides, ...tools, ...messages])('[A5] [I16] to run: $where', async ({ text }) => {
    const denied: string[] = []
    for (const words of commandsIn(text))
      if ((await verdictOn(`cmux ${words}`)) !== 'allow') denied.push(words)
    expect(denied).toEqual([])
  })

  test.each([...prompts, ...guides, ...tools, ...messages])(
    '[A5] [I16] to call: $where',
    ({ text, role }) => {
      const known = ALL_TOOLS.filter(({ audience }) => audience === 'everyone' || role === 'supervisor')
      const names: ReadonlySet<string> = new Set(known.map(({ name }) => name))
      expect(toolsIn(text).filter((name) => !names.has(name) && !NO_TOOLS.has(name))).toEqual([])
    },
  )

  test('[A5] is found by this test: there are commands and tools in it', () => {
    const all = [...prompts, ...guides, ...tools, ...messages].map(({ text }) => text).join('\n')
    expect(new Set(commandsIn(all)).size).toBeGreaterThan(3)
    expect(new Set(toolsIn(all)).size).toBeGreaterThan(5)
  })
})

/** States of a change, which look like names of tools. */
const NO_TOOLS: ReadonlySet<string> = new Set(['rolling_back', 'rolled_back'])
