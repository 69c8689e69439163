// Is the front end whole? The page and every file it names are there and not empty.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HealthProbe } from '../core/health/observe-parts.ts'

export function makeFrontEndProbe(webRoot: string): HealthProbe {
  return async () => {
    try {
      const page = await readFile(join(webRoot, 'index.html'), 'utf8')
      const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
      const sizes = await Promise.all(named.map(async (name) => (await stat(join(webRoot, name))).size))
      if (named.length > 0 && sizes.every((size) => size > 0)) return { status: 'healthy' }
      return { status: 'degraded', detail: 'the page names no script, or an empty one' }
    } catch (error) {
      return { status: 'degraded', detail: error instanceof Error ? error.message : String(error) }
    }
  }
}
