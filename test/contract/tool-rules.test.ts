import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVASIONS } from '../fixtures/evasions.ts'
import { ORDINARY_WORK, WORK_INSIDE_WALLS } from '../fixtures/ordinary-work.ts'
import { openRuleStage, type RuleStage } from '../fixtures/rule-stage.ts'

let stage: RuleStage
beforeAll(async () => {
  stage = await openRuleStage()
})
afterAll(() => stage[Symbol.dispose]())

describe.each(Object.entries(EVASIONS))('%s', (_, rows) => {
  test.each(rows)('[O2] $name: $expected', async ({ expected, ...row }) => {
    const { verdict, reason } = await stage.judge(row)
    expect({ verdict, reason }).toEqual({ verdict: expected, reason })
  })

  test.each(rows)('[O2] $name: not more is allowed without walls', async ({ expected, ...row }) => {
    const { verdict } = await stage.judge({ ...row, confined: false })
    expect([verdict, expected]).not.toContain('allow')
  })
})

describe('ordinary work', () => {
  test.each(ORDINARY_WORK)('[O2] $name is free', async (row) => {
    for (const confined of [true, false])
      expect(await stage.judge({ ...row, confined })).toMatchObject({ verdict: 'allow' })
  })

  test.each(WORK_INSIDE_WALLS)('[O2] $name is free inside of walls, and asked without', async (row) => {
    expect(await stage.judge(row)).toMatchObject({ verdict: 'allow' })
    expect(await stage.judge({ ...row, confined: false })).toMatchObject({ verdict: 'ask' })
  })
})

/** Ways to run a script that are no reason to think better of it. */
const LAYERS: readonly ((script: string) => string)[] = [
  (script) => `sh -c ${quote(script)}`,
  (script) => `bash -lc ${quote(script)}`,
  (script) => `eval ${quote(script)}`,
  (script) => `command eval ${quote(script)}`,
  (script) => `(${script}\n)`,
  (script) => `{ ${script}\n}`,
  (script) => `true && ${script}`,
  (script) => `false || { ${script}\n}`,
  (script) => `echo "$(${script}\n)"`,
  (script) => `cat <(${script}\n)`,
  (script) => `if true; then ${script}\nfi`,
  (script) => `for i in 1 2; do ${script}\ndone`,
  (script) => `while ${script}\ndo break; done`,
  (script) => `case x in *) ${script}\n;; esac`,
  (script) => `ls() { ${script}\n}; ls`,
  (script) => `{ ${script}\n} | cat`,
  (script) => `{ ${script}\n} > out.txt 2>&1`,
  (script) => `env A=1 sh -c ${quote(script)}`,
  (script) => `nohup nice -n 3 sh -c ${quote(script)}`,
  (script) => `timeout -s KILL 5 sh -c ${quote(script)}`,
  (script) => `echo a | xargs -n 1 sh -c ${quote(script)}`,
  (script) => `find . -name x -exec sh -c ${quote(script)} \\;`,
  (script) => `busybox sh -c ${quote(script)}`,
  (script) => `trap ${quote(script)} EXIT`,
  (script) => `git rebase --exec ${quote(script)} main`,
  (script) => `bash <<'END'\n${script}\nEND\n`,
  (script) => `X=1; ${script}`,
  (script) => `coproc { ${script}\n}`,
  (script) => `[[ -n "$(${script}\n)" ]]`,
]

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const DENIED = [
  'rm -rf /',
  'cat ~/.ssh/id_rsa',
  'sudo id',
  'tmux kill-server',
  'cmux resume anna',
  'echo x > <cmux>/policy.json',
]

describe('whatever it is', () => {
  test('[O2] no wrapping makes what is denied allowed', async () => {
    const layers = fc.array(fc.constantFrom(...LAYERS), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...DENIED), layers, async (denied, chosen) => {
        const input = chosen.reduce((script, wrap) => wrap(script), denied)
        expect(await stage.judge({ name: 'wrapped', input })).not.toMatchObject({ verdict: 'allow' })
      }),
      { numRuns: 400 },
    )
  })

  test.each(LAYERS.map((wrap) => wrap('rm -rf /')))('[O2] %s is denied', async (input) => {
    expect(await stage.judge({ name: 'wrapped', input })).toMatchObject({ verdict: 'deny' })
  })

  const MANY = Array.from({ length: 450 }, (_, index) => `file-${index}`)
  test.each<[string, string, unknown]>([
    ['a secret after many files', 'read_many_files', { paths: [...MANY, '<home>/.ssh/id_rsa'] }],
    ['a patch of very many files', 'apply_patch', { input: '*** Update File: a\n'.repeat(50_000) }],
    ['a name of a megabyte', 'Write', { file_path: 'a/'.repeat(500_000) }],
    ['a megabyte of steps back', 'Write', { file_path: `${'../'.repeat(300_000)}etc/passwd` }],
    ['a command with long names', 'Bash', { command: `cat ${'a/'.repeat(30_000)}b` }],
  ])('[O2] [P8] %s is asked about, at once', async (_, tool, input) => {
    expect(await stage.judge({ name: tool, tool, input })).toMatchObject({ verdict: 'ask' })
  })

  test('[O2] any text gets a verdict', async () => {
    const words = fc.constantFrom(
      'rm',
      '-rf',
      '/',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '<<EOF',
      '|',
      '&&',
      '{',
      '}',
      '\n',
      'cd',
      '..',
      '*',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(words, { maxLength: 40 }).map((all) => all.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('Bash', 'Read', 'apply_patch', 'x'), async (input, tool) => {
        const whole = { command: input, file_path: input, input }
        const { verdict } = await stage.judge({ name: 'any', tool, input: whole })
        expect(['allow', 'ask', 'deny']).toContain(verdict)
      }),
      { numRuns: 400 },
    )
  })

  test('[P8] what is too long, too deep or too much is asked', async () => {
    const inputs = [
      `echo ${'x'.repeat(70_000)}`,
      'ls; '.repeat(2000),
      `cat ${'a/b '.repeat(2000)}`,
      `${'$('.repeat(300)}ls${')'.repeat(300)}`,
      Array.from({ length: 12 }).reduce<string>((script) => `sh -c ${quote(script)}`, 'ls'),
    ]
    for (const input of inputs)
      expect(await stage.judge({ name: 'long', input })).toMatchObject({ verdict: 'ask' })
  })

  test.each([null, 7, [], { command: 7 }, { command: [7] }])(
    '[O2] an input of %o is asked',
    async (input) => {
      expect(await stage.judge({ name: 'odd', tool: 'Bash', input })).toMatchObject({ verdict: 'ask' })
    },
  )
})
