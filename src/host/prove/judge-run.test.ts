import { describe, expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { describeReport } from './describe-report.ts'
import { judgeRun, type Run } from './judge-run.ts'

const LETTER = { id: 'm1', from: 'dora', to: 'ada', sum: 's' }

const WELL: Run = {
  at: timestampFromMs(0),
  tookMs: 12_345,
  seed: 7,
  minutes: 0.2,
  wanted: 1,
  release: 'abc',
  machine: { system: 'linux x64', cores: 2, memoryMb: 8000, node: 'v24.0.0' },
  sandboxed: true,
  agents: 6,
  accepted: [LETTER],
  received: [{ id: 'm1', by: 'ada', sum: 's' }],
  sentMs: 500,
  restMs: 1234,
  asked: 10,
  failures: [{ how: 'cut', atMs: 150, request: 'health' }],
  windows: [{ kind: 'server', fromMs: 100, untilMs: 200 }],
  recoveries: [300, 100, 200, 50].map((tookMs) => ({ kind: 'server' as const, tookMs })),
  badReleases: [{ kind: 'bad-hang', rolledBack: true, tookMs: 6000 }],
  lostAgents: [],
  notTried: [{ kind: 'disk', why: 'only root can mount a small file system' }],
  troubles: [],
}

describe('[L10] a run', () => {
  test('without a fault passes, with its numbers', () => {
    expect(judgeRun(WELL)).toMatchObject({
      passed: true,
      problems: [],
      messages: { sent: 1, lost: 0, twice: 0, outOfOrder: 0, changed: 0 },
      requests: { asked: 10, refused: 0, excused: 1 },
      faults: [{ kind: 'server', times: 4, p50Ms: 100, p99Ms: 300, maxMs: 300 }],
      agentsLost: 0,
      speed: { acceptedPerSec: 2, restMs: 1234 },
    })
  })

  const [received] = WELL.received
  test.each<[problem: string, change: Partial<Run>]>([
    ['1 lost: m1', { received: [] }],
    ['1 received twice: m1', { received: [...WELL.received, ...WELL.received] }],
    ['1 received with other words: m1', { received: [{ ...received, id: 'm1', by: 'ada', sum: 'other' }] }],
    [
      '1 out of order: m2',
      {
        accepted: [LETTER, { ...LETTER, id: 'm2' }],
        received: ['m2', 'm1'].map((id) => ({ id, by: 'ada', sum: 's' })),
      },
    ],
    [
      '1 refused: health refused (kill the server)',
      { failures: [{ how: 'refused', atMs: 150, request: 'health' }] },
    ],
    [
      '1 refused: message m1 500',
      { failures: [{ how: 'answered', status: 500, atMs: 9000, request: 'message m1' }] },
    ],
    ['1 ended though nobody killed it: ada (7)', { lostAgents: [{ agent: 'ada', pid: 7 }] }],
    ['1 not rolled back: bad-fall', { badReleases: [{ kind: 'bad-fall', rolledBack: false, tookMs: 1 }] }],
    [
      'tmux: all agents at work again: not within 120 s',
      { troubles: ['tmux: all agents at work again: not within 120 s'] },
    ],
    ['no message was accepted', { accepted: [], received: [] }],
  ])('fails with: %s', (problem, change) => {
    expect(judgeRun({ ...WELL, ...change })).toMatchObject({ passed: false, problems: [problem] })
  })

  test('is told as Markdown, with what was not tried', () => {
    const text = describeReport(judgeRun({ ...WELL, received: [] }))
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '# cmux prove: FAILED',
        'Machine: linux x64, 2 cores, 8000 MB, Node v24.0.0; agents in the sandbox.',
        'Again: `cmux prove --minutes 0.2 --seed 7 --messages 1`',
        '| kill the server |     4 | 100 ms | 300 ms | 300 ms |',
        '- release that hangs: 1 of 1 gone again',
        '- full disk: only root can mount a small file system',
        '- 1 lost: m1',
      ]),
    )
  })
})
