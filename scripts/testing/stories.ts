// docs/programs.md: which story of an agent's life is played with which real program. The page is written from what
// `./cmux test real` ran, so a program has its mark only where a test with that program passed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileReport } from './run-report.ts'

export const STORIES_PATH = 'docs/programs.md'

const PROGRAMS = ['Claude Code', 'Codex', 'Gemini CLI', 'OpenCode'] as const
type Program = (typeof PROGRAMS)[number]

interface Story {
  readonly name: string
  readonly means: string
  /** In the title of a test that plays it. `PROGRAM` stands for the one that plays; a title without it is about all of them. */
  readonly titles: readonly string[]
}

const STORIES: readonly Story[] = [
  {
    name: 'start',
    means: 'starts without a person, with the tools of cmux at its first prompt',
    titles: ['PROGRAM starts without a person'],
  },
  { name: 'task', means: 'takes its task, and its end is noticed', titles: ['PROGRAM takes its task'] },
  {
    name: 'tool',
    means: 'runs a tool, and what it did is kept',
    titles: ['PROGRAM: prompt, answer, tool and result are in its history'],
  },
  {
    name: 'ask',
    means: 'asks before a tool, and waits for the answer',
    titles: ['PROGRAM takes its task, asks before a tool'],
  },
  {
    name: 'deny',
    means: 'runs nothing that is denied, and reads why',
    titles: ['PROGRAM runs no tool that is denied'],
  },
  {
    name: 'interrupt',
    means: 'stops, and what was interrupted is not submitted again',
    titles: [
      'PROGRAM is seen working while it works, and stops',
      'interrupt is final, and loses nothing: PROGRAM',
    ],
  },
  {
    name: 'hang',
    means: 'a silent model is noticed while the screen moves',
    titles: ['PROGRAM with a silent model is looked at'],
  },
  {
    name: 'kill',
    means: 'comes back after kill -9 with its conversation',
    titles: ['PROGRAM, killed with -9, comes back'],
  },
  {
    name: 'resume',
    means: 'goes on after the death of tmux',
    titles: ['after kill -9 of tmux itself all of them go on'],
  },
  {
    name: 'message',
    means: 'gets a message at rest, with the evidence for it',
    titles: ['to PROGRAM at rest: '],
  },
  {
    name: 'compact',
    means: 'loses no message over /clear and /compact',
    titles: ['/clear and /compact in between lose nothing: PROGRAM'],
  },
  {
    name: 'hand-over',
    means: 'takes over the work of another conversation',
    titles: ['a fresh PROGRAM takes over', ' PROGRAM takes over from '],
  },
]

/** As titles of tests name them. */
const NAMES: Readonly<Record<Program, readonly string[]>> = {
  'Claude Code': ['claude', 'Claude Code'],
  Codex: ['codex', 'Codex'],
  'Gemini CLI': ['gemini', 'Gemini CLI'],
  OpenCode: ['opencode', 'OpenCode'],
}

const HEAD = [
  '# Programs and stories',
  '',
  'Which story of an agent’s life is played with which real program, driven by a scripted model. `./cmux test real --keep-times` writes',
  'this page from the tests that passed, and a run of all of them fails when the page says something else.',
  '',
  `| story | what the test sees | ${PROGRAMS.join(' | ')} |`,
  `| --- | --- | ${PROGRAMS.map(() => '---').join(' | ')} |`,
]

/** `passed`: the titles of the tests with real programs that passed. */
export function composeStories(passed: readonly string[]): string {
  const rows = STORIES.map((story) => {
    const marks = PROGRAMS.map((program) => (isPlayed(story, program, passed) ? 'yes' : '–'))
    return `| ${[story.name, story.means, ...marks].join(' | ')} |`
  })
  return `${[...HEAD, ...rows].join('\n')}\n`
}

function isPlayed({ titles }: Story, program: Program, passed: readonly string[]): boolean {
  return titles.some((title) =>
    title.includes('PROGRAM')
      ? NAMES[program].some((name) => isAmong(title.replace('PROGRAM', name), passed))
      : isAmong(title, passed) && takesPart(program, passed),
  )
}

const isAmong = (part: string, passed: readonly string[]) => passed.some((title) => title.includes(part))

const takesPart = (program: Program, passed: readonly string[]) =>
  NAMES[program].some((name) => isAmong(name, passed))

const titlesOf = (files: readonly FileReport[]) =>
  files
    .filter(({ kind }) => kind === 'real')
    .flatMap(({ tests }) => tests.filter(({ state }) => state === 'passed').map(({ name }) => name))

export function keepStories(root: string, files: readonly FileReport[]): void {
  writeFileSync(join(root, STORIES_PATH), composeStories(titlesOf(files)))
}

/** One sentence when the page does not say what a whole run showed. A program that is not made for this machine is no reason. */
export function findStaleStories(root: string, files: readonly FileReport[]): string | undefined {
  const passed = titlesOf(files)
  if (!PROGRAMS.every((program) => takesPart(program, passed))) return undefined
  const kept = existsSync(join(root, STORIES_PATH)) ? readFileSync(join(root, STORIES_PATH), 'utf8') : ''
  return squeeze(kept) === squeeze(composeStories(passed))
    ? undefined
    : 'the page says something else than this run: ./cmux test real --keep-times writes it'
}

/** The formatter pads the columns of a table. */
const squeeze = (page: string) => page.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--')
