// `./cmux test pictures`: takes the pictures of the README from a dashboard that runs the demo, light and dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { socketName } from '../src/adapters/tmux/tmux-program.ts'
import { buildCmux } from '../test/fixtures/built-cmux.ts'
import { openBrowser } from '../test/fixtures/open-browser.ts'
import { runCommand } from '../test/fixtures/run-command.ts'

export const PICTURES_PATH = 'docs/pictures'

const REQUEST = 'Write a poem about tmux. Write a test that counts its lines.'
/** The answer that the demo supervisor gives when both pieces of the request are done. */
const DONE = 'It is done'
const STEP_LIMIT_MS = 120_000
const SIZE = { width: 1280, height: 800 }
const THEMES = ['light', 'dark'] as const

const SHOTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  overview: async (page) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('list', { name: 'agents' }).getByText('demo-ada', { exact: true }).waitFor()
  },
}

/** Gives the folder of the pictures. The demo runs in a home of its own and is gone at the end. */
export async function takePictures(root: string): Promise<string> {
  const folder = join(root, PICTURES_PATH)
  mkdirSync(folder, { recursive: true })
  await using stack = new AsyncDisposableStack()
  const cmux = stack.use(await buildCmux())
  const home = join(cmux.folder, 'home')
  stack.defer(async () => void (await runCommand('tmux', ['-L', socketName(home), 'kill-server'])))
  stack.defer(async () => void (await cmux.run(home, 'down', '--agents', '--now')))
  await expectDone(cmux.run(home, 'up', '--demo', '--no-open', '--port', '0'))
  await expectDone(cmux.run(home, 'send', 'demo-lead', REQUEST))
  const browser = stack.use(await openBrowser())
  const opener = { run: (...args: string[]) => cmux.run(home, ...args) }
  for (const theme of THEMES) {
    const { page } = await browser.open(opener, { ...SIZE, theme })
    page.setDefaultTimeout(STEP_LIMIT_MS)
    await page.getByText(DONE).first().waitFor()
    for (const [name, show] of Object.entries(SHOTS)) {
      await show(page)
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    }
    await page.close()
  }
  return PICTURES_PATH
}

async function expectDone(command: Promise<{ readonly code: number | null; readonly stderr: string }>) {
  const { code, stderr } = await command
  if (code !== 0) throw new Error(stderr)
}
