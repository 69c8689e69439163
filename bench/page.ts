// The dashboard with 100 agents and 50,000 events beside the same page with 1 agent and 100 events: how long until it is
// drawn, and until it answers to a click and to a key.
import type { Page } from 'playwright-core'
import { fillHistory } from '../test/fixtures/fill-history.ts'
import { openBrowser } from '../test/fixtures/open-browser.ts'
import { makeBuild, type Build } from '../test/fixtures/start-server-process.ts'
import { startCrowd, type Crowd } from './measure/crowd.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const SMALL = { agents: 1, events: 100 }
const LARGE = { agents: 100, events: 50_000 }
const SLEEPER = { runtime: 'shell', args: ['sleep', '100000'] } as const
const ROUNDS = 9
const RATIO_MAX = 2

type Size = typeof SMALL

const MEASURES: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  'first paint': async (page, url) => {
    await page.goto(url)
    await page.locator('[data-feed] [data-seq]').first().waitFor()
    await page.getByRole('list', { name: 'agents' }).getByText('agent-0', { exact: true }).waitFor()
  },
  'a click on Agents': async (page) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('main').getByText('agent-0', { exact: true }).first().waitFor()
  },
  'the palette': async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('agent-0')
    await page.getByRole('option', { name: 'agent-0' }).first().waitFor()
    await page.keyboard.press('Escape')
  },
}

interface Stage {
  readonly page: Page
  readonly url: string
  readonly times: Map<string, number[]>
}

async function makeStage(
  build: Build,
  { agents, events }: Size,
  stack: AsyncDisposableStack,
): Promise<Stage> {
  const crowd = stack.use(await startCrowd(build, { prepare: (home) => fillHistory(home, events) }))
  await crowd.grow(agents, SLEEPER)
  const browser = stack.use(await openBrowser())
  const { page } = await browser.open({
    run: async () => ({ code: 0, stdout: await makeLink(crowd), stderr: '' }),
  })
  return { page, url: crowd.server.url, times: new Map(Object.keys(MEASURES).map((name) => [name, []])) }
}

async function makeLink({ server }: Crowd): Promise<string> {
  const response = await fetch(`${server.url}/api/login-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.owner}` },
  })
  return ((await response.json()) as { url: string }).url
}

async function measure({ page, url, times }: Stage): Promise<void> {
  for (const [name, act] of Object.entries(MEASURES)) {
    const startMs = performance.now()
    await act(page, url)
    times.get(name)?.push(performance.now() - startMs)
  }
}

await using stack = new AsyncDisposableStack()
const build = stack.use(await makeBuild())
const small = await makeStage(build, SMALL, stack)
const large = await makeStage(build, LARGE, stack)
// The first round fills caches; then in turns, so that the machine's other work falls on both alike.
for (let round = 0; round <= ROUNDS; round += 1) for (const stage of [small, large]) await measure(stage)
const ratios = Object.keys(MEASURES).map((name) => {
  const [few = 0, many = 0] = [small, large].map(({ times }) => median(times.get(name)?.slice(1) ?? []))
  process.stdout.write(`${name}: ${few.toFixed(0)} ms with 1 agent, ${many.toFixed(0)} ms with 100\n`)
  return { name: `${name}, 100 agents and 50,000 events / 1 and 100`, value: many / few, atMost: RATIO_MAX }
})
reportRatios(ratios)
