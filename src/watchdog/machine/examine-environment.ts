// Is the machine at fault, and not the release? Looks at disk, home, database and tmux, changes nothing, and always ends.
import { access, constants, statfs } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { checkDatabase } from './check-database.ts'
import { judgeEnvironment, type EnvironmentFacts, type Finding } from '../mind/judge-environment.ts'

/** A dead network mount keeps a call for ever. Below the probe's limit of 2 s. */
const EXAMINE_LIMIT_MS = 1500

export async function examineEnvironment(
  home: string,
  searchPath: string = process.env['PATH'] ?? '',
): Promise<Finding[]> {
  const late = Promise.withResolvers<Finding[]>()
  const limit = setTimeout(() => late.resolve([tooLate(home)]), EXAMINE_LIMIT_MS)
  try {
    return await Promise.race([observe(home, searchPath).then(judgeEnvironment), late.promise])
  } finally {
    clearTimeout(limit)
  }
}

function tooLate(home: string): Finding {
  return {
    what: 'examination',
    state: 'warn',
    detail: `Looking at ${home} took longer than ${EXAMINE_LIMIT_MS} ms; its disk may be hanging.`,
    hint: 'Run `cmux doctor`, and look at the disk.',
  }
}

async function observe(home: string, searchPath: string): Promise<EnvironmentFacts> {
  const [disk, homeError, database, hasTmux] = await Promise.all([
    observeDisk(home),
    errorOf(access(home, constants.R_OK | constants.W_OK | constants.X_OK)),
    checkDatabase(home),
    isOnPath('tmux', searchPath),
  ])
  return { home, disk, homeError, database, hasTmux }
}

async function observeDisk(home: string): Promise<EnvironmentFacts['disk']> {
  try {
    const { bavail, bsize, blocks, files, ffree } = await statfs(home)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: files > 0 ? ffree : null }
  } catch (error) {
    return { error: codeOf(error) }
  }
}

async function isOnPath(program: string, searchPath: string): Promise<boolean> {
  const places = searchPath.split(delimiter).filter(Boolean)
  const errors = await Promise.all(
    places.map((place) => errorOf(access(join(place, program), constants.X_OK))),
  )
  return errors.includes(null)
}

async function errorOf(attempt: Promise<void>): Promise<string | null> {
  try {
    await attempt
    return null
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
