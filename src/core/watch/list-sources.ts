// Whose logs are looked at: cmux's own, those that a person has named for this machine, and those of each project. Pure.
import type { ProjectFile } from '../../protocol/project-file.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { WatchSettings } from '../../protocol/machine/watch-settings.ts'
import type { LogSource } from './log-files.ts'

export interface SourceFacts {
  readonly settings: WatchSettings
  /** Our home, and the person's. */
  readonly home: string
  readonly userHome: string
  readonly projects: readonly { readonly project: Project; readonly file: ProjectFile | null }[]
}

/** How the levels of errors look in our own log. */
const OWN_PATTERNS = ['"level":50', '"level":60']

/** Our own lines about the watch carry this, so that it never feeds on itself. */
export const WATCH_MARK = { aboutWatch: true } as const
const OWN_IGNORE = ['"aboutWatch":true']

export const OWN_SOURCE = 'cmux'

export function listSources({ settings, home, userHome, projects }: SourceFacts): LogSource[] {
  const { patterns, ignore, files } = settings
  const own: LogSource = {
    key: OWN_SOURCE,
    project: null,
    folder: `${home}/logs`,
    isConfined: false,
    globs: ['*.log', '*.out'],
    patterns: [...patterns, ...OWN_PATTERNS],
    ignore: [...ignore, ...OWN_IGNORE],
  }
  const machine: LogSource = {
    key: 'machine',
    project: null,
    folder: '/',
    isConfined: false,
    globs: files.map((path) => path.replace(/^~(?=\/)/, userHome).slice(1)),
    patterns,
    ignore,
  }
  const ofProjects = projects.map(({ project, file }): LogSource => ({
    key: `project:${project.id}`,
    project: project.name,
    folder: project.path,
    isConfined: true,
    globs: file?.watch?.files ?? [],
    patterns: file?.watch?.patterns ?? patterns,
    ignore: [...ignore, ...(file?.watch?.ignore ?? [])],
  }))
  return [own, ...[machine, ...ofProjects].filter(({ globs }) => globs.length > 0)]
}
