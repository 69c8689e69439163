import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { Config } from '../protocol/config.ts'
import { loadSettings } from './config.ts'

function refusalOf(load: () => unknown): CmuxError {
  try {
    load()
  } catch (error) {
    if (error instanceof CmuxError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** Every leaf with values that it must refuse. */
const BAD_VALUES: readonly (readonly [key: string, values: readonly unknown[]])[] = [
  [
    'host',
    [7, null, true, '', '0.0.0.0', '::', '192.168.1.4', 'example.com', '127.0.0.1.nip.io', '127.0.0.1:80'],
  ],
  ['port', ['eight', -1, 65_536, 1.5, null, {}, [], true, 1e300]],
  ['allowedHosts', ['box', [7], [''], ['*'], ['https://box/path'], ['Box'], ['a b'], ['evil@box'], null]],
  ['log.level', ['trace', 'INFO', 3, '', null]],
  ['log.maxBytes', [0, 4095, 1.5, '1MB', null]],
  ['log.keep', [0, 101, 1.5, 'all']],
  ['limits.requestsPerSec', [0, -1, 'fast', null]],
  ['limits.requestBurst', [0, 1.5, 'big']],
  ['limits.failedLoginsPerMin', [0, 'none']],
  ['limits.streams', [0, 10_001, 1.5, 'many']],
  ['limits.slowReaderSec', [0, -5, 86_401, 'long']],
  ['login.linkSec', [0, 'soon', 86_401]],
  ['login.sessionSec', [0, 'ever', 367 * 86_400]],
  ['backups.everySec', [0, 'daily']],
  ['backups.keep', [0, 1001, 0.5, 'all']],
  ['backups.keepNewest', [0, 1001, 0.5, 'all']],
  ['backups.keepDays', [0, 4000, 'long']],
  ['backups.keepAskedDays', [0, 40_000, 'ever']],
  ['backups.maxMb', [0, 'much']],
  ['database.checkEverySec', [0, 'daily', 367 * 86_400]],
  ['database.checkAfterSec', [0, 'soon', 86_401]],
  ['agents.max', [0, 1001, 'many']],
  ['agents.maxPerProject', [0, 1001, 'many']],
  ['agents.spawnNeedsApproval', ['maybe', 1, null]],
  ['agents.startsAtOnce', [0, 101, 1.5]],
  ['agents.restarts', [-1, 101, 'often']],
  ['agents.restartWindowSec', [0, 'long']],
  ['agents.backOffSec', [[0.5, 'long'], 'long', [-1]]],
  ['agents.stopSec', [0, 'quick']],
  ['agents.supervisor.nudgeSec', [0, 'soon']],
  ['agents.supervisor.interruptSec', [0, 'soon']],
  ['agents.supervisor.restartSec', [0, 'soon']],
  ['agents.supervisor.toolSec', [0, 'long']],
  ['agents.supervisor.repeats', [1, 'often']],
  ['agents.worker.nudgeSec', [0, 'soon']],
  ['agents.worker.interruptSec', [0, 'soon']],
  ['agents.worker.restartSec', [0, 'soon']],
  ['agents.worker.toolSec', [0, 'long']],
  ['agents.worker.repeats', [1, 'often']],
  ['agents.patience.codex', [0.5, 'long']],
  ['agents.patience.gemini', [0.5, 'long']],
  ['agents.patience.opencode', [0.5, 'long']],
  ['agents.confine.mode', ['maybe', true, null]],
  ['agents.confine.network', ['some', true, null]],
  ['agents.confine.ports', [5432, [0], [70_000], ['5432']]],
  ['agents.confine.domains', ['a.example', ['*'], ['localhost'], ['10.0.0.1'], ['https://a.example'], [7]]],
  ['agents.confine.writable', ['/tmp', ['relative'], [7]]],
  ['agents.confine.readable', ['/tmp', ['relative'], [7]]],
  ['agents.confine.hidden', ['/tmp', ['relative'], [7]]],
  ['agents.confine.limits.memoryMb', ['much', 512, 1.5, null]],
  ['agents.confine.limits.processes', ['many', 0, 1.5, null]],
  ['agents.confine.limits.fileSizeMb', ['big', 0, 1.5, null]],
  ['messages.tries', [0, 101, 1.5, 'many']],
  ['messages.perMinute', [0, 100_001, 1.5, 'many']],
  ['messages.bytesPerMinute', [1023, 2 ** 31, 1.5, 'long']],
  ['continuity.compactPercent', [0, 101, 'half']],
  ['continuity.compact', ['yes', 1, null]],
  ['continuity.briefMaxBytes', [255, 65_537, 'short']],
  ['approvals.waitSec', [0, 3600, 'long']],
  ['approvals.requestSec', [0, 'a day']],
  ['budgets.warnPercent', [0, 101, 'most']],
  ['budgets.graceSec', [0, 'long']],
  ['budgets.quotaRestSec', [0, 'long']],
  ['budgets.agent.per', ['week', 1, null]],
  ['budgets.agent.at', ['later', 1, null]],
  ['budgets.task.per', ['week', 1, null]],
  ['budgets.task.at', ['later', 1, null]],
  ['budgets.project.per', ['week', 1, null]],
  ['budgets.project.at', ['later', 1, null]],
  ['budgets.all.per', ['week', 1, null]],
  ['budgets.all.at', ['later', 1, null]],
  ['improve.restartDelaySec', [0, 'soon']],
  ['improve.keepDays', [-1, 4000]],
  ['improve.checkMemoryMb', [15, 1.5]],
  ['improve.keepNewest', [-1, 1001]],
  ['improve.reviewSec', [0, 'soon']],
  ['history.keepEntries', [0, 1.5]],
  ['history.keepDays', [0, 4000]],
  ['retention.eventsDays', [0, 4000]],
  ['elsewhere.silentSec', [0, 'soon']],
  ['elsewhere.tries', [0, 1.5]],
  ['rehearsal.totalSec', [0, 'long']],
  ['rehearsal.startSec', [0, 'soon']],
  ['rehearsal.checkSec', [0, 'soon']],
  ['rehearsal.stopSec', [0, 'quick']],
  ['rehearsal.browser', ['on', true]],
  ['rehearsal.browserSec', [0, 'soon']],
  ['watchdog.probeEverySec', [0, 'often']],
  ['watchdog.probeLimitSec', [0, 'short']],
  ['watchdog.misses', [0, 1.5, 'few']],
  ['watchdog.stuckSec', [0, 'soon']],
  ['watchdog.calmSec', [0, 'soon']],
  ['watchdog.readySec', [0, 'soon']],
  ['watchdog.recoverySec', [0, 'soon']],
  ['watchdog.soakSec', [0, 'long']],
  ['watchdog.soakProbes', [0, 1.5, 'some']],
  ['watchdog.tries', [0, 21, 1.5, 'some']],
  ['watchdog.backOffSec', [2, [], [-1], ['soon']]],
  ['watchdog.longGoodSec', [0, 'long']],
  ['watchdog.drainSec', [0, 'quick']],
  ['watchdog.stopSec', [0, 'quick']],
  ['watchdog.safeRetrySec', [0, 'often']],
  ['watchdog.goodKept', [0, 101, 1.5, 'all']],
  ['watchdog.standby', ['maybe', 1, null]],
  ['notices.coolDownSec', [-1, 'long', 86_401]],
  ['notices.stormMax', [0, 1.5, 'many']],
  ['notices.stormSec', [0, 'long']],
  ['notices.keepTryingSec', [0, 'ever']],
  ['notices.sendSec', [0, 61, 'soon']],
  ['notices.retrySec', [2, [1], [0, 1], ['soon', 'late']]],
  [
    'notices.slack.apiUrl',
    ['slack', 'http://slack.example/', 'ftp://127.0.0.1/', 'https://me:word@slack.example/'],
  ],
  ['notices.slack.socket', ['maybe', 1, null]],
  ['metrics.everySec', [0, 'often']],
  ['metrics.keepDays', [0, 3661, 1.5]],
  ['metrics.keepHoursDays', [0, 3661, 1.5]],
  ['disk.everySec', [0, 'often']],
  ['disk.alertPercent', [0, 100, 'full']],
  ['disk.budgetMb', [-1, 'little']],
  ['disk.workspacesMb', [0, 'little']],
  ['disk.homeMb', [0, 'much']],
  ['disk.measureEverySec', [0, 'often']],
  ['discrepancies.everySec', [0, 'often']],
  ['watch.everySec', [0, 86_401, 'often']],
  ['watch.patterns', ['ERROR', ['x'], [7]]],
  ['watch.ignore', ['DEBUG', ['x'], [7]]],
  ['watch.files', ['/var/log/syslog', ['relative'], [7]]],
  ['watch.coolDownSec', [-1, 86_401, 'long']],
  ['watch.stormMax', [0, 1.5, 'many']],
  ['watch.stormSec', [0, 'long']],
]

const nest = (key: string, value: unknown): unknown =>
  key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value)

const variableOf = (key: string) =>
  `CMUX_${key
    .split('.')
    .map((part) => part.replaceAll(/[A-Z]/g, '_$&').toUpperCase())
    .join('_')}`

async function makeHomeWith(text: string) {
  const folder = makeTempFolder()
  await writeFile(join(folder.path, 'config.json'), text)
  return folder
}

const leavesOf = (tree: object): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? leavesOf(value as object).map((inner) => `${key}.${inner}`)
      : [key],
  )

describe('a bad value', () => {
  test('[X1] is known here for every key that there is', () => {
    const leaves = leavesOf(Config.parse({}))
    expect(BAD_VALUES.map(([key]) => key)).toEqual(leaves)
  })

  test.each(BAD_VALUES)('[X1] of %s in config.json is refused by name and place', async (key, values) => {
    for (const value of values) {
      using home = await makeHomeWith(JSON.stringify(nest(key, value)))
      const { code, message } = refusalOf(() => loadSettings(['--home', home.path], {}))
      expect([value, code]).toEqual([value, 'CONFIG_INVALID'])
      expect(message).toMatch(new RegExp(`^${key.replaceAll('.', '\\.')}[. ]`))
      expect(message).toContain(join(home.path, 'config.json'))
    }
  })

  test.each(BAD_VALUES)('[X1] of %s in the environment is refused by name and place', async (key, values) => {
    using home = makeTempFolder()
    for (const value of values) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const env = { [variableOf(key)]: text }
      const { code, message } = refusalOf(() => loadSettings(['--home', home.path], env))
      expect([value, code]).toEqual([value, 'CONFIG_INVALID'])
      expect(message).toMatch(new RegExp(`^${key.replaceAll('.', '\\.')}[. ].*the environment`))
    }
  })

  test.each([
    ['--port=eight', /^port in flags/],
    ['--port=65536', /^port in flags/],
    ['--port=', /^port in flags/],
    ['--host=0.0.0.0', /^host in flags/],
    ['--host=::', /^host in flags/],
    ['--host=', /^host in flags/],
    ['--home=', /^flags: .*--home/],
    ['--colour=red', /^flags: .*--colour/],
    ['word', /^flags: .*word/],
    ['--port', /^flags: .*--port/],
  ])('[X1] in the flag %s is refused by name and place', async (flag, says) => {
    using home = makeTempFolder()
    const { code, message } = refusalOf(() => loadSettings([flag], { CMUX_HOME: home.path }))
    expect(code).toBe('CONFIG_INVALID')
    expect(message).toMatch(says)
  })

  test('[X1] of the host says how to be reached from elsewhere', async () => {
    using home = makeTempFolder()
    const { hint } = refusalOf(() => loadSettings(['--host', '0.0.0.0'], { CMUX_HOME: home.path }))
    expect(hint).toContain('tunnel')
  })
})

describe('config.json', () => {
  test.each([
    ['an unknown key', '{"prot":8000}', /prot/],
    ['an unknown key inside', '{"limits":{"stream":5}}', /limits.*stream/],
    ['a prototype', '{"__proto__":{"port":1}}', /__proto__/],
    ['a list', '[]', /one JSON object/],
    ['text', 'port=8000', /is not JSON/],
    ['nothing', '', /is not JSON/],
  ])('[X1] with %s is refused', async (_, text, says) => {
    using home = await makeHomeWith(text)
    const { code, message } = refusalOf(() => loadSettings(['--home', home.path], {}))
    expect(code).toBe('CONFIG_INVALID')
    expect(message).toMatch(says)
    expect(message).toContain('config.json')
  })

  test('[X1] that can not be read is told apart from one that is not JSON', async () => {
    using home = makeTempFolder()
    await mkdir(join(home.path, 'config.json'))
    const { code, message } = refusalOf(() => loadSettings(['--home', home.path], {}))
    expect(code).toBe('CONFIG_INVALID')
    expect(message).toContain("can't be read")
  })
})

describe('settings', () => {
  test('[X1] without any source are the defaults, in the home of the user', () => {
    expect(loadSettings([], { CMUX_HOME: '' })).toMatchObject({ home: join(homedir(), '.cmux') })
  })

  test('[H1] [W1] [W2] [C5] have the server probed each second, logs read each minute, what is registered compared every fifth time, and compaction proposed at 60 %', () => {
    const { watchdog, watch, discrepancies, continuity } = Config.parse({})
    expect({
      probe: watchdog.probeEverySec,
      logs: watch.everySec,
      rounds: discrepancies.everySec / watch.everySec,
      compaction: continuity.compactPercent,
    }).toEqual({ probe: 1, logs: 60, rounds: 5, compaction: 60 })
  })

  test('[X1] come from the file, then the environment, then flags', async () => {
    using home = await makeHomeWith('{"port":1,"limits":{"streams":3,"slowReaderSec":4}}')
    const env = {
      CMUX_HOME: home.path,
      CMUX_PORT: '2',
      CMUX_LIMITS_STREAMS: '5',
      CMUX_LIMITS_REQUESTS_PER_SEC: '77',
      CMUX_ALLOWED_HOSTS: '["box"]',
      CMUX_LOG_LEVEL: 'warn',
      CMUX_LIMIT_STREAMS: '5',
      CMUX_AGENT_NAME: 'anna',
    }
    expect(loadSettings(['--port', '9'], env)).toEqual({
      home: home.path,
      portIsOpen: false,
      endAgents: false,
      door: undefined,
      checkOnly: false,
      environment: env,
      unknownVariables: ['CMUX_LIMIT_STREAMS'],
      config: Config.parse({
        port: 9,
        allowedHosts: ['box'],
        log: { level: 'warn' },
        limits: { streams: 5, slowReaderSec: 4, requestsPerSec: 77 },
      }),
    })
  })

  test('[P5] know a rehearsal from the real thing', () => {
    expect(loadSettings([], { CMUX_REHEARSING: '1' }).rehearsing).toBe(true)
    expect(loadSettings([], {}).rehearsing).toBeUndefined()
  })

  test('[X1] leave the port open only when nobody has chosen one', async () => {
    using home = makeTempFolder()
    expect(loadSettings(['--home', home.path], {}).portIsOpen).toBe(true)
    expect(loadSettings(['--home', home.path], { CMUX_PORT: '8000' }).portIsOpen).toBe(false)
  })
})
