import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVERYDAY_COMMANDS } from '../fixtures/everyday-commands.ts'
import { HARMFUL_COMMANDS } from '../fixtures/harmful-commands.ts'
import { openRuleStage, type RuleStage } from '../fixtures/rule-stage.ts'

let stage: RuleStage
beforeAll(async () => {
  stage = await openRuleStage()
})
afterAll(() => stage[Symbol.dispose]())

/** The stage keeps its temporary files in a folder of its own. */
const judge = (command: string) => {
  const input = command.replaceAll('/tmp/', '<tmp>/')
  return stage.judge({ name: input, input })
}

async function heldBack(commands: readonly string[]): Promise<string[]> {
  const judged = await Promise.all(commands.map(async (command) => ({ command, ...(await judge(command)) })))
  return judged.flatMap(({ command, verdict, reason }) =>
    verdict === 'allow' ? [] : [`${command} (${reason})`],
  )
}

describe('a sandboxed worker in its own workspace', () => {
  test.each(Object.entries(EVERYDAY_COMMANDS))(
    '[L4] is held back in at most a tenth of its work with %s',
    async (_, commands) => {
      expect(new Set(commands).size).toBe(50)
      const held = await heldBack(commands)
      expect(held.slice(commands.length / 10)).toEqual([])
    },
  )

  test('[L4] does nothing harmful unasked', async () => {
    expect(new Set(HARMFUL_COMMANDS).size).toBe(50)
    const held = await heldBack(HARMFUL_COMMANDS)
    expect(held).toHaveLength(HARMFUL_COMMANDS.length)
  })
})

describe('a command that only looks as if it stayed with its own', () => {
  test.each([
    'wget -H http://elsewhere.example/ http://localhost:3000/',
    'wget -i localhost',
    'wget http://localhost:3000/',
    'pip install -r https://elsewhere.example/requirements.txt',
    'pip install -r "$LIST"',
    'pkill --inverse -P $$',
    'pkill -P $$ -P 1',
    'kill -10 1234',
    'kill -kill 1234',
  ])('[L4] %s is asked', async (command) => {
    expect(await judge(command)).toMatchObject({ verdict: 'ask' })
  })

  test.each(['pkill -P $$', 'pkill -TERM -P $$', 'pkill -P $$ -f server', 'kill -0 1234', 'kill -l'])(
    '[L4] %s is free',
    async (command) => {
      expect(await judge(command)).toMatchObject({ verdict: 'allow' })
    },
  )
})

describe('what is said of it', () => {
  test.each([
    ['rm -rf dist', 'rm -rf dist: deletes dist: its workspace'],
    ['echo a > b', 'echo a: writes to b: its workspace'],
    ['git reset --hard', 'git reset --hard: throws away uncommitted work'],
    ['git checkout -- .', 'git checkout -- .: throws away uncommitted work'],
    ['git checkout main', 'git checkout main: changes commits and files of its branch'],
    ['git rebase main', 'git rebase main: changes commits and files of its branch (rewrites commits)'],
    [
      'git commit --amend',
      'git commit --amend: changes commits and files of its branch (rewrites the last commit)',
    ],
    ['ls && rm a.txt', 'rm a.txt: deletes a.txt: its workspace'],
  ])('[L4] %s: %s', async (input, reason) => {
    expect(await stage.judge({ name: input, input })).toMatchObject({ verdict: 'allow', reason })
  })

  test.each(['git status', 'git branch -a', 'git stash list', 'git diff', 'ls'])(
    '[L4] %s changes nothing',
    async (input) => {
      expect((await stage.judge({ name: input, input })).reason).toBe(`${input}: changes nothing`)
    },
  )
})

/** Git takes the beginning of an option for it, lets `--no-name` take it back, and ends them at `--`. */
const THROWS_AWAY = [
  'git reset --hard',
  'git reset --har',
  'git reset --k HEAD~1',
  'git reset $(cat mode)',
  'git checkout -- a.txt',
  'git checkout --forc',
  'git checkout -fb new-branch',
  'git checkout --pathspec-from-file list',
  'git checkout --pathspec-from-file -b',
  'git checkout a',
  'git switch --disc main',
  'git switch "$HOW"',
  'git restore .',
  'git restore -S --workt a.txt',
  'git restore --staged --no-stag a.txt',
  'git restore -s -S a.txt',
  'git clean -fd',
  'git clean -f -e -n',
  'git clean -fe -n',
  'git clean -fen',
  'git clean -n --no-dry-run -f',
  'git clean -f -- -n',
  'git rm -f -- --cached',
  'git rm --cached --no-cached a.txt',
  'git mv --forc a.txt b.txt',
  'git stash drop',
  'git stash -q "$DO"',
  'git reflog expire --expire=now --all',
  'git gc --prune=now',
]

test.each(THROWS_AWAY)(
  '[L4] [P6] %s in a person’s checkout is asked, as the work may be theirs',
  async (input) => {
    const row = { name: input, input, confined: false }
    expect(await stage.judge(row, { inCheckout: true })).toMatchObject({ verdict: 'ask', risk: 'high' })
    expect(await stage.judge(row)).toMatchObject({ verdict: 'allow' })
  },
)

test.each([
  'git clean -n',
  'git clean --dry-run -e x',
  'git restore --staged a.txt',
  'git rm --cached a.txt',
  'git checkout -b more',
  'git reset HEAD~1',
  'git stash list',
  'git reflog',
])('[L4] %s in a person’s checkout throws nothing away', async (input) => {
  expect(await stage.judge({ name: input, input, confined: false }, { inCheckout: true })).toMatchObject({
    verdict: 'allow',
  })
})

test.each(['git diff --output <home>/notes/a', 'git log --output <home>/.bashrc', 'git maintenance start'])(
  '[P7] %s is asked outside of the sandbox',
  async (input) => {
    expect(await stage.judge({ name: input, input, confined: false })).not.toMatchObject({ verdict: 'allow' })
  },
)
