// Has a browser load a page, and waits until the page has drawn something and is quiet, or is seen to be broken.
import { setTimeout as pause } from 'node:timers/promises'
import type { Devtools, DevtoolsEvent } from './devtools.ts'
import { NOTHING_SEEN, seeEvent, type PageSight } from './see-event.ts'

const LOOK_EVERY_MS = 50
/** What is asked for late, such as a page's own part and its data, has been asked for after so long. */
const QUIET_MS = 500

export interface PageWatch {
  hear(event: DevtoolsEvent): void
  /** Says what was seen; rejects with what is wrong with the page, or because of the signal. */
  load(devtools: Devtools, url: string, signal: AbortSignal): Promise<string>
}

export function watchPage(): PageWatch {
  let sight: PageSight = NOTHING_SEEN
  let heardMs = performance.now()
  return {
    hear(event) {
      sight = seeEvent(sight, event)
      heardMs = performance.now()
    },
    async load(devtools, url, signal) {
      const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' })
      const attached = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
      const session = String(attached['sessionId'])
      for (const domain of ['Runtime', 'Network', 'Inspector', 'Page'])
        await devtools.send(`${domain}.enable`, {}, session)
      const { errorText } = await devtools.send('Page.navigate', { url }, session)
      if (typeof errorText === 'string') throw new Error(`the page could not be loaded (${errorText})`)
      let drawn = 0
      while (!signal.aborted) {
        if (sight.fault !== undefined) throw new Error(sight.fault)
        drawn = await countDrawn(devtools, session)
        const isQuiet = sight.pending.size === 0 && performance.now() - heardMs > QUIET_MS
        if (isQuiet && drawn === 0) throw new Error('it loaded, and draws nothing')
        if (isQuiet) return `it draws ${drawn} characters and throws nothing`
        await pause(LOOK_EVERY_MS)
      }
      throw new Error(drawn === 0 ? 'it draws nothing in time' : 'it never comes to rest')
    },
  }
}

/** Characters that a person would see. */
async function countDrawn(devtools: Devtools, session: string): Promise<number> {
  const expression = 'document.body ? document.body.innerText.trim().length : 0'
  const { result } = await devtools.send('Runtime.evaluate', { expression, returnByValue: true }, session)
  const { value } = result as { readonly value?: unknown }
  return typeof value === 'number' ? value : 0
}
