// Who gets the messages that cmux itself writes: the supervisor of the project, and of cmux's own matters that of cmux's checkout.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { makeSystemEntropy } from '../../src/adapters/entropy/system-entropy.ts'
import { raiseAlerts, type Noticed } from '../../src/core/alerts/raise-alerts.ts'
import { receiveWebhook } from '../../src/core/mail/receive-webhook.ts'
import type { Store } from '../../src/core/store.ts'
import { RoleName } from '../../src/protocol/agents/agent.ts'
import { ProjectName, type ProjectId } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { importRecords } from '../../src/server/import-records.ts'
import { readOwnCheckout } from '../../src/server/own-system/read-own-checkout.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const clock = makeSystemClock()
const entropy = makeSystemEntropy(clock)

/** A home whose releases come from `checkout`, with a project and its supervisor for each name. */
async function openTeam(...projects: readonly string[]) {
  const folder = makeTempFolder()
  const home = join(folder.path, 'home')
  for (const name of ['home', 'cmux', 'shop', 'bank']) mkdirSync(join(folder.path, name))
  symlinkSync(join(folder.path, 'cmux'), join(folder.path, 'link'))
  writeFileSync(join(home, 'source.json'), JSON.stringify({ checkout: join(folder.path, 'link') }))
  const { store, ...opened } = await openTestStore(home)
  await store.write(async (writer) => {
    for (const name of projects) {
      const project = ProjectName.parse(name)
      await writer.projects.insert({
        id: `prj_${name}` as ProjectId,
        name: project,
        path: join(folder.path, name),
        mainBranch: 'main',
        createdAt: timestampFromMs(0),
        addedBy: 'owner',
        removedAt: null,
      })
      await writer.agents.insert(makeAgent(`${name}-boss`, { project, role: RoleName.parse('supervisor') }))
    }
  })
  return {
    home,
    store,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** To the owner and to each agent. */
async function listMail(store: Store) {
  const names = ['owner', ...(await store.read.agents.all()).map(({ name }) => name)]
  const filter = { after: 0, limit: 100, unread: false, newest: false }
  return (await Promise.all(names.map((agent) => store.read.messages.list({ ...filter, agent })))).flat()
}

const readMail = async (store: Store) =>
  (await listMail(store)).map(({ to, subject }) => `${to}: ${subject}`).toSorted()

const noticed = (title: string, project: string | null): Noticed => ({
  kind: 'log',
  matter: title,
  project: project === null ? null : ProjectName.parse(project),
  title,
  where: null,
  count: 1,
  lines: [],
})

describe('alerts', () => {
  test.each([
    ['the supervisor of cmux’s own checkout', ['cmux', 'shop'], 'cmux-boss'],
    ['a person, where cmux is no project', ['shop'], 'owner'],
  ] as const)(
    '[L8] [W4] each project’s go to its supervisor, those of cmux itself to %s',
    async (_, projects, to) => {
      await using team = await openTeam(...projects)
      const deps = {
        clock,
        entropy,
        alertPolicy: { coolDownSec: 60, stormMax: 10, stormSec: 60 },
        ownCheckout: () => readOwnCheckout(team.home),
      }
      const all = [noticed('ours', null), noticed('theirs', 'shop'), noticed('ours too', null)]
      await team.store.write((writer) => raiseAlerts(deps, writer, all, null))
      expect(await readMail(team.store)).toEqual([`${to}: 2 alerts: ours, …`, 'shop-boss: Alert: theirs'])
    },
  )
})

const leave = (home: string, ...kinds: readonly string[]) => {
  const folder = join(home, 'watchdog', 'records')
  mkdirSync(folder, { recursive: true })
  for (const [index, kind] of kinds.entries()) {
    const at = timestampFromMs(1000 * index)
    const entry = `## 00:00:0${index} recovery: ${kind}\n\nRelease r1 ${kind}.\n\n- ended: ${index}\n`
    writeFileSync(join(folder, `${index}.json`), JSON.stringify({ at, kind, entry }))
  }
}
const importAll = ({ home, store }: { readonly home: string; readonly store: Store }) =>
  importRecords({ home, store, clock, log: pino({ level: 'silent' }) }, AbortSignal.timeout(10_000))

describe('the watchdog’s records', () => {
  test.each([
    [['cmux', 'shop'], 'cmux-boss'],
    [['shop'], 'owner'],
  ] as const)(
    '[L8] [H5] of %j a recovery is told to %s, once, with what failed before it',
    async (projects, to) => {
      await using team = await openTeam(...projects)
      leave(team.home, 'failed', 'failed', 'recovered')
      await importAll(team)
      expect(await readMail(team.store)).toEqual([`${to}: the watchdog: recovered`])
      const [message] = await listMail(team.store)
      expect(message?.body.match(/Release r1 \w+|- ended: \d/g)).toEqual([
        'Release r1 recovered',
        '- ended: 2',
        'Release r1 failed',
        '- ended: 1',
        'Release r1 failed',
        '- ended: 0',
      ])
    },
  )

  test('[L8] [W4] two servers that import at the same time raise no error, and each record counts once', async () => {
    await using team = await openTeam('cmux')
    leave(team.home, 'failed', 'recovered', 'failed', 'bad')
    await Promise.all([importAll(team), importAll(team), importAll(team)])
    expect(readdirSync(join(team.home, 'watchdog', 'records'))).toEqual([])
    expect(await readMail(team.store)).toEqual([
      'cmux-boss: the watchdog: bad',
      'cmux-boss: the watchdog: recovered',
    ])
  })
})

const post = (store: Store, project: string | null) =>
  receiveWebhook(
    { store, clock, entropy },
    {
      source: 'ci',
      payload: {},
      delivery: null,
      project: project === null ? null : ProjectName.parse(project),
    },
    'webhook:tok_1',
  )

describe('an event from outside', () => {
  test.each([
    ['its project’s supervisor', 'bank', 'bank-boss'],
    ['the owner, while it names no project and there are several', null, 'owner'],
  ] as const)('[L8] [M7] comes to %s', async (_, project, to) => {
    await using team = await openTeam('shop', 'bank')
    expect((await post(team.store, project)).message.to).toBe(to)
  })

  test('[M7] of a project that is not there is refused', async () => {
    await using team = await openTeam('shop')
    await expect(post(team.store, 'bank')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await readMail(team.store)).toEqual([])
  })
})
