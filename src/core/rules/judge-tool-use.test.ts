import { describe, expect, test } from 'vitest'
import { RoleName } from '../../protocol/agents/agent.ts'
import { AgentName } from '../../protocol/ids.ts'
import { Policy, type JudgedUse } from '../../protocol/policy.ts'
import type { Effect, Mention, PathKind, PlainKind } from './effect.ts'
import { judgeToolUse, listPaths, type Facts } from './judge-tool-use.ts'
import type { ToolUse } from './tool-judge.ts'

const WORKSPACE = '/cmux/workspaces/shop/anna'
const USE: ToolUse = {
  agent: AgentName.parse('anna'),
  role: RoleName.parse('worker'),
  project: null,
  runtime: 'claude',
  tool: 'Bash',
  input: {},
  folder: WORKSPACE,
  workspace: WORKSPACE,
  confined: true,
  network: 'own',
  inCheckout: false,
}
const GROUNDS = {
  agent: 'anna',
  workspace: WORKSPACE,
  cmuxHome: '/cmux',
  userHome: '/people/eve',
  tempFolders: ['/tmp'],
}

const anywhere = (part: string) => ({ part, words: part.split(' '), isAside: false })
const plain = (kind: PlainKind, part: string = kind): Effect => ({
  ...anywhere(part),
  kind,
  note: null,
  host: null,
})
const touch = (
  kind: PathKind,
  path: string,
  mention: Partial<Mention> = {},
  part = `${kind} it`,
): Effect => ({
  ...anywhere(part),
  kind,
  mention: { source: path, paths: [path], pattern: null, ...mention },
})

const server = (port: number): Effect => ({
  ...anywhere('curl'),
  kind: 'loopback',
  note: null,
  host: 'localhost',
  port,
})

interface Given {
  readonly policy?: Record<string, unknown>
  readonly use?: Partial<ToolUse>
  readonly links?: Readonly<Record<string, string>>
}

function judge(effects: readonly Effect[], { policy = {}, use = {}, links = {} }: Given = {}): JudgedUse {
  const facts: Facts = {
    grounds: GROUNDS,
    realPaths: new Map(Object.entries(links)),
    cmuxPort: 8000,
    pushesToCmux: false,
    kept: [],
  }
  return judgeToolUse(Policy.parse(policy), { ...USE, ...use }, effects, facts)
}

/** The only part of it, in short. */
function judgeOne(effect: Effect, given?: Given): string {
  const { verdict, risk, reason } = judge([effect], given)
  return `${verdict} ${risk}: ${reason}`
}

describe('a use as a whole', () => {
  test('[P7] gives a reason in which secrets of a command are masked', () => {
    const key = ['sk', '-ant-', 'planted0123456789abcdefghij'].join('')
    expect(judge([plain('plain', `echo ${key}`)]).reason).toBe('echo sk-[redacted]: changes nothing')
  })

  test('[O2] that does nothing is free', () => {
    expect(judge([])).toEqual({
      decided: true,
      verdict: 'allow',
      risk: 'low',
      reason: 'does nothing',
      parts: [],
    })
  })

  test('[O2] is judged by its strictest part, wherever that stands, with one line a command', () => {
    const ls = plain('plain', 'ls')
    const pushes = [plain('push', 'git push'), plain('forced push', 'git push'), plain('network', 'git push')]
    const parts = [
      { part: 'ls', verdict: 'allow', risk: 'low', reason: 'changes nothing', rule: null },
      { part: 'git push', verdict: 'ask', risk: 'high', reason: 'overwrites published work', rule: null },
    ]
    const whole = {
      decided: true,
      verdict: 'ask',
      risk: 'high',
      reason: 'git push: overwrites published work',
    }
    expect(judge([ls, ...pushes])).toEqual({ ...whole, parts })
    expect(judge([...pushes, ls])).toEqual({ ...whole, parts: parts.toReversed() })
  })

  test('[O2] of two parts that are denied, the one that no rule can free says why', () => {
    const policy = { rules: [{ command: 'sudo id', verdict: 'deny', why: 'Eve says so' }] }
    const { reason } = judge([plain('privilege', 'sudo id'), plain('cmux', 'cmux up')], { policy })
    expect(reason).toBe('cmux up: decides about agents, itself included')
  })

  test('[O2] that is one tool is named once', () => {
    expect(judge([plain('foreign tool', 'Paint')], { use: { tool: 'Paint' } }).reason).toBe(
      'Paint is a tool that cmux knows nothing of',
    )
  })

  test('[L4] is told by what it changes, not by what it looks at', () => {
    const effects = [plain('plain', 'x'), plain('own work', 'x'), plain('plain', 'ls')]
    const { reason, parts } = judge(effects)
    expect(reason).toBe('x: changes commits and files of its branch')
    expect(parts.map((each) => each.reason)).toEqual([
      'changes commits and files of its branch',
      'changes nothing',
    ])
    expect(judge(effects.toReversed())).toMatchObject({ reason })
  })

  test('[L4] asks a server on its own loopback freely, unless that is cmux', () => {
    expect(judgeOne(server(3000))).toBe('allow low: curl: reaches a server on loopback')
    expect(judgeOne(server(8000))).toBe('ask medium: curl: reaches the network')
    expect(judgeOne(server(3000), { use: { network: 'host' } })).toBe(
      'ask medium: curl: reaches a server on loopback',
    )
  })

  test('[P8] has a reason that can be read, however long the command is', () => {
    const { reason } = judge([plain('plain', 'x'.repeat(2000))])
    expect(reason).toBe('x'.repeat(1000))
  })
})

describe('where a path leads', () => {
  test.each<[string, Effect, Given | undefined, string]>([
    [
      'inside',
      touch('write', `${WORKSPACE}/a.txt`),
      undefined,
      `allow low: write it: writes to ${WORKSPACE}/a.txt: its workspace`,
    ],
    [
      'to the workspace itself',
      touch('delete', WORKSPACE, { source: '.' }),
      undefined,
      'ask high: delete it: deletes .: the whole workspace',
    ],
    [
      'out, by a link',
      touch('read', `${WORKSPACE}/key`, { source: 'key' }),
      { links: { [`${WORKSPACE}/key`]: '/people/eve/.ssh/id_rsa' } },
      'deny high: read it: reads key: somebody’s credentials',
    ],
    [
      'out, as text, though a link leads back in',
      touch('write', `${WORKSPACE}/a/../../b`, { source: '../b' }),
      { links: { [`${WORKSPACE}/a/../../b`]: `${WORKSPACE}/b` } },
      'deny high: write it: writes to ../b: the files of cmux itself',
    ],
    [
      'out, by a link, though as text it stays in',
      touch('write', `${WORKSPACE}/a/../b`, { source: 'a/../b' }),
      { links: { [`${WORKSPACE}/a/../b`]: '/etc/b', [`${WORKSPACE}/b`]: `${WORKSPACE}/b` } },
      'deny high: write it: writes to a/../b: the system',
    ],
    [
      'to names that nobody knows',
      touch('read', `${WORKSPACE}/sub`, { source: 'sub/.e*', pattern: '.e*' }),
      undefined,
      'ask high: read it: reads sub/.e*: what may be a secret',
    ],
    [
      'to names in the root',
      touch('read', '/', { source: '/proc*', pattern: 'proc/*/environ' }),
      undefined,
      'deny high: read it: reads /proc*: the inside of a process',
    ],
    [
      'to a stream, whatever it is for us',
      touch('write', '/dev/stdout', { source: '/dev/stdout' }),
      { links: { '/dev/stdout': '/etc/passwd' } },
      'allow low: write it: writes to /dev/stdout: a stream',
    ],
    [
      'into a process, whatever it is for us',
      touch('read', '/proc/self/cwd', { source: '/proc/self/cwd' }),
      { links: { '/proc/self/cwd': WORKSPACE } },
      'deny high: read it: reads /proc/self/cwd: the inside of a process',
    ],
    [
      'to the network by a path',
      touch('write', '/dev/tcp/host/80', { source: '/dev/tcp/host/80' }),
      { links: { '/dev/tcp/host/80': WORKSPACE } },
      'ask medium: write it: writes to /dev/tcp/host/80: the network',
    ],
    [
      'nowhere that could be known',
      touch('delete', '', { source: '$X', paths: [] }),
      undefined,
      'ask high: delete it: deletes $X, and nobody can say before what that is',
    ],
    [
      'to one of two',
      touch('write', '', { source: '{a,/etc}', paths: [`${WORKSPACE}/a`, '/etc/x'] }),
      undefined,
      'deny high: write it: writes to {a,/etc}: the system',
    ],
  ])('[O2] %s', (_, effect, given, expected) => {
    expect(judgeOne(effect, given)).toBe(expected)
  })

  test('[O2] without walls, what is read unseen is asked', () => {
    const effect = touch('read', '', { source: '$X', paths: [] })
    const says = 'read it: reads $X, and nobody can say before what that is'
    expect(judgeOne(effect)).toBe(`allow low: ${says}`)
    expect(judgeOne(effect, { use: { confined: false } })).toBe(
      `ask medium: ${says}, and no walls hold what comes of it`,
    )
  })
})

describe('looking through a folder', () => {
  test.each([
    [
      'above secrets',
      'search',
      '/people',
      'ask high: search it: looks through /people, where secrets are kept',
    ],
    [
      'of no interest',
      'search',
      '/srv',
      'allow low: search it: looks through /srv: outside of its workspace',
    ],
    [
      'above secrets, only to list it',
      'read',
      '/people',
      'allow low: read it: reads /people: outside of its workspace',
    ],
    [
      'that is worse by itself',
      'search',
      '/cmux',
      'deny high: search it: looks through /cmux: the files of cmux itself',
    ],
  ] as const)('[O2] %s', (_, kind, path, expected) => {
    expect(judgeOne(touch(kind, path))).toBe(expected)
  })
})

describe('the defaults of a policy', () => {
  const KINDS = ['plain', 'question', 'project code', 'network', 'secret', 'privilege', 'terminals'] as const
  const read = touch('read', `${WORKSPACE}/a`, { source: 'a' }, 'cat')
  const search = touch('search', `${WORKSPACE}/a`, { source: 'a' }, 'grep')
  const write = touch('write', `${WORKSPACE}/a`, { source: 'a' }, 'tee')
  const short = (defaults: string) =>
    [...KINDS.map((kind) => plain(kind)), read, search, write].map((effect) => {
      const { decided, verdict, risk } = judge([effect], { policy: { defaults } })
      return `${effect.part}: ${verdict} ${risk}${decided ? '' : ', left to its program'}`
    })

  test('[O2] careful: the built-in judgement', () => {
    expect(short('careful')).toEqual([
      'plain: allow low',
      'question: allow low, left to its program',
      'project code: allow low',
      'network: ask medium',
      'secret: ask high',
      'privilege: deny high',
      'terminals: deny high',
      'cat: allow low',
      'grep: allow low',
      'tee: allow low',
    ])
  })

  test('[O2] strict: everything but reading is asked', () => {
    expect(short('strict')).toEqual([
      'plain: allow low',
      'question: allow low, left to its program',
      'project code: ask medium',
      'network: ask medium',
      'secret: ask high',
      'privilege: deny high',
      'terminals: deny high',
      'cat: allow low',
      'grep: allow low',
      'tee: ask medium',
    ])
    expect(judgeOne(write, { policy: { defaults: 'strict' } })).toBe(
      'ask medium: tee: writes to a: its workspace; everything but reading is asked',
    )
    expect(judgeOne(plain('network'), { policy: { defaults: 'strict' } })).toBe(
      'ask medium: network: reaches the network',
    )
  })

  test('[O2] trusting: a medium risk is free', () => {
    expect(short('trusting')).toEqual([
      'plain: allow low',
      'question: allow low, left to its program',
      'project code: allow low',
      'network: allow medium',
      'secret: ask high',
      'privilege: deny high',
      'terminals: deny high',
      'cat: allow low',
      'grep: allow low',
      'tee: allow low',
    ])
  })

  test('[O2] off: its own program decides, except about what no rule can free', () => {
    expect(short('off')).toEqual([
      'plain: allow low, left to its program',
      'question: allow low, left to its program',
      'project code: allow low, left to its program',
      'network: allow low, left to its program',
      'secret: allow low, left to its program',
      'privilege: allow low, left to its program',
      'terminals: deny high',
      'cat: allow low, left to its program',
      'grep: allow low, left to its program',
      'tee: allow low, left to its program',
    ])
    expect(judgeOne(plain('network'), { policy: { defaults: 'off' } })).toBe(
      'allow low: network: no rule speaks',
    )
  })

  test('[O2] off: one part that is left to its program leaves the whole to it, unless it is not free', () => {
    const policy = {
      defaults: 'off',
      rules: [
        { command: 'ls', verdict: 'allow' },
        { command: 'rm', verdict: 'deny' },
      ],
    }
    const [ls, rm, cat] = [plain('plain', 'ls'), plain('unknown', 'rm'), plain('plain', 'cat')]
    expect(judge([ls], { policy }).decided).toBe(true)
    expect(judge([ls, cat], { policy })).toMatchObject({ decided: false, verdict: 'allow' })
    expect(judge([rm, cat], { policy })).toMatchObject({ decided: true, verdict: 'deny' })
  })
})

describe('a rule of a policy', () => {
  test('[O2] speaks instead of the built-in judgement, and says which it is', () => {
    const policy = {
      rules: [
        { command: 'make *', verdict: 'deny' },
        { command: 'git push', verdict: 'allow' },
      ],
    }
    expect(judge([plain('push', 'git push')], { policy })).toEqual({
      decided: true,
      verdict: 'allow',
      risk: 'low',
      reason: 'git push: rule 2 of the policy says allow',
      parts: [
        {
          part: 'git push',
          verdict: 'allow',
          risk: 'low',
          reason: 'rule 2 of the policy says allow',
          rule: 2,
        },
      ],
    })
  })

  test.each<[PlainKind, string, string]>([
    ['plain', 'ask', 'ask medium'],
    ['network', 'ask', 'ask medium'],
    ['secret', 'ask', 'ask high'],
    ['plain', 'deny', 'deny medium'],
    ['signal', 'deny', 'deny high'],
    ['signal', 'allow', 'allow low'],
  ])('[O2] %s: %s by a rule is %s', (kind, verdict, expected) => {
    const policy = { rules: [{ command: '*', verdict, why: 'Eve says so' }] }
    expect(judgeOne(plain(kind), { policy })).toBe(`${expected}: ${kind}: Eve says so`)
  })

  test('[O2] of several that speak, the strictest holds', () => {
    const rules = ['allow', 'deny', 'ask'].map((verdict) => ({ command: 'ls', verdict }))
    expect(judge([plain('plain', 'ls')], { policy: { rules } }).parts).toMatchObject([
      { verdict: 'deny', rule: 2 },
    ])
  })

  test('[O2] can’t free what is firm', () => {
    const policy = { rules: [{ command: '*', verdict: 'allow' }] }
    expect(judgeOne(plain('cmux'), { policy })).toBe('deny high: cmux: decides about agents, itself included')
  })

  test('[O2] about a path holds for where it really leads', () => {
    const policy = { rules: [{ path: '/srv/data/**', verdict: 'allow', why: 'shared' }] }
    const links = { [`${WORKSPACE}/data/x`]: '/srv/data/x' }
    expect(judgeOne(touch('delete', '/srv/data/x'), { policy })).toBe('allow low: delete it: shared')
    expect(judgeOne(touch('delete', `${WORKSPACE}/data/x`), { policy, links })).toBe(
      'allow low: delete it: shared',
    )
    expect(judgeOne(touch('delete', '/srv/data/../x'), { policy })).toMatch(/^deny high/)
  })

  test('[O2] about a path holds for names that nobody knows by their pattern', () => {
    const policy = { rules: [{ path: '/srv/*.log', verdict: 'allow', why: 'logs' }] }
    expect(judgeOne(touch('delete', '/srv', { pattern: '*.log' }), { policy })).toBe(
      'allow low: delete it: logs',
    )
    expect(judgeOne(touch('delete', '/srv', { pattern: '*.db' }), { policy })).toMatch(/^deny high/)
    expect(judgeOne(touch('delete', '/srv/a.log'), { policy })).toBe('allow low: delete it: logs')
  })
})

test('[O2] every path is looked at as it stands and as text, once', () => {
  const effects = [touch('read', '/a/../b'), touch('write', '', { paths: ['/b', '/c/'] }), plain('network')]
  expect(listPaths(effects)).toEqual(['/a/../b', '/b', '/c/', '/c'])
})
