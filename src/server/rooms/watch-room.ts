// The watch over logs, put together: the keeper while we lead, woken when our own logs are written to.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeAlertAttachments } from '../../adapters/files/alert-attachments.ts'
import { makeJournalFolder } from '../../adapters/files/journal-folder.ts'
import { makeSystemLogFiles } from '../../adapters/logs/system-log-files.ts'
import { watchFolder } from '../../adapters/logs/watch-folder.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import type { Projects } from '../../core/projects/projects.ts'
import type { Store } from '../../core/store.ts'
import type { Mask } from '../../lib/mask.ts'
import { keepWatch, type WatchKeeper } from '../../core/watch/keep-watch.ts'
import { listSources, WATCH_MARK } from '../../core/watch/list-sources.ts'
import type { Config } from '../../protocol/config.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { readOwnCheckout } from '../own-system/read-own-checkout.ts'

export interface WatchRoom {
  start(): void
  stop(): Promise<void>
}

export interface WatchRoomDeps {
  readonly home: string
  readonly config: Config
  readonly environment: Readonly<Record<string, string>>
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly mask: Mask
  readonly projects: Pick<Projects, 'readRules'>
  readonly log: Logger
}

export function makeWatchRoom(deps: WatchRoomDeps): WatchRoom {
  const { home, config, store, log, mask } = deps
  const settings = config.watch
  const onError = (error: unknown, doing: string) => log.error({ ...WATCH_MARK, err: error }, doing)
  const userHome = deps.environment['HOME'] ?? '/'
  const list = async () => {
    const known = await store.read.projects.list({ all: false })
    const read = await Promise.all(known.map((project) => readProject(deps, project)))
    const projects = read.filter((each) => each !== undefined)
    const isWhole = projects.length === known.length
    return { sources: listSources({ settings, home, userHome, projects }), isWhole }
  }
  let keeper: WatchKeeper | undefined
  let unwatch: (() => void) | undefined
  return {
    start() {
      if (keeper) return
      const ports = {
        logFiles: makeSystemLogFiles(),
        ownCheckout: () => readOwnCheckout(home),
        putAttachment: makeAlertAttachments(makeJournalFolder(home, mask)),
      }
      const { everySec } = settings
      keeper = keepWatch({ ...deps, ...ports, alertPolicy: settings, everySec, listSources: list, onError })
      unwatch = watchFolder(
        join(home, 'logs'),
        () => keeper?.wake(),
        (error) => onError(error, 'listening for what is written to our own logs'),
      )
    },
    async stop() {
      unwatch?.()
      await keeper?.stop()
    },
  }
}

/** Undefined while nobody can say what it wants. */
async function readProject({ projects, log }: WatchRoomDeps, project: Project) {
  try {
    const { file, problem } = await projects.readRules(project)
    return problem === null ? { project, file } : undefined
  } catch (error) {
    log.warn({ ...WATCH_MARK, err: error, project: project.name }, 'its cmux.json could not be read')
    return undefined
  }
}
