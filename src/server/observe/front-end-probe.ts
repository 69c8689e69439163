// Is the front end whole, and does it run? The page and every file it names are there and not empty, their sums are the manifest's, and
// no open page has told of a fault that nobody has seen.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlertRecord } from '../../core/alerts/alert-table.ts'
import type { FrontEndKeeper } from '../../core/front-end/front-end-keeper.ts'
import type { PageFaults } from '../../core/front-end/page-faults.ts'
import type { HealthProbe } from '../../core/health/observe-parts.ts'
import type { ComponentHealth } from '../../protocol/health.ts'

interface ProbeDeps {
  readonly webRoot: string
  readonly frontEnd: FrontEndKeeper
  readonly pageFaults: Pick<PageFaults, 'unseen'>
  readonly release: { readonly id: string }
}

/** What is seen broken here is looked at, and mended, at once; sums are the keeper's, on its own tick. */
export function makeFrontEndProbe({
  webRoot,
  frontEnd: keeper,
  pageFaults,
  release,
}: ProbeDeps): HealthProbe {
  return async () => {
    const seen = await observePage(webRoot)
    if (seen.status !== 'healthy') void keeper.look().catch(() => undefined) // its own tick tells of what fails
    const damage = keeper.damage()
    if (seen.status === 'healthy' && damage.length > 0)
      return { status: 'degraded', detail: `${damage.join(', ')} is missing or not what was built` }
    return seen.status === 'healthy' ? judgeFaults(release.id, await pageFaults.unseen()) : seen
  }
}

function judgeFaults(release: string, [first, ...more]: readonly AlertRecord[]): ComponentHealth {
  if (first === undefined) return { status: 'healthy' }
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  const times = first.count === 1 ? 'once' : `${first.count} times`
  const detail = `${first.title} (${times}, release ${release})${others}: see \`cmux alerts list\``
  return { status: 'degraded', detail }
}

async function observePage(webRoot: string): Promise<ComponentHealth> {
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
