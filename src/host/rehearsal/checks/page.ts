// Does the page run? A browser of this machine loads it once, logged in. That a file is served as it was built says nothing of whether
// it works: a page can throw at its start, draw nothing, or ask for a part that is not there.
import { askJson } from '../ask.ts'
import { findBrowser, BROWSER_NAMES } from '../browser/find-browser.ts'
import { watchPage } from '../browser/watch-page.ts'
import { openBrowser } from '../browser/open-browser.ts'
import type { Check, Stage } from '../stage.ts'

/** The rest of the time is for the page. */
const START_SHARE = 0.6

export const page: Check = {
  name: 'page',
  limit: 'browserMs',
  async run(stage) {
    if (!stage.limits.usesBrowser) return { notTried: 'rehearsal.browser is off' }
    const program = findBrowser(stage.searchPath)
    if (program === undefined)
      return { notTried: `there is no browser on this machine (${BROWSER_NAMES.join(', ')})` }
    const watch = watchPage()
    const browser = await startInTime(stage, openBrowser(stage, program, watch.hear))
    if (browser instanceof Error)
      return { notTried: `the browser ${program} did not start: ${browser.message}` }
    using open = browser
    const seen = await watch.load(open.devtools, await loginUrl(stage), stage.signal)
    return `${seen}, in ${open.product}`
  },
}

/** A browser that does not start is no fault of the release, which can't reach it. */
async function startInTime<T>({ limits }: Stage, starting: Promise<T>): Promise<T | Error> {
  const late = Promise.withResolvers<Error>()
  const limitMs = limits.browserMs * START_SHARE
  const timer = setTimeout(() => late.resolve(new Error(`not within ${limitMs / 1000} s`)), limitMs)
  try {
    return await Promise.race([starting.catch((error: unknown) => asError(error)), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** At the address that the browser reaches; only the code is the server's word. */
async function loginUrl(stage: Stage): Promise<string> {
  const { url } = (await askJson(stage, 201, 'POST', '/api/login-links')) as { readonly url: string }
  return new URL(`/login${new URL(url).search}`, stage.server?.url).href
}
