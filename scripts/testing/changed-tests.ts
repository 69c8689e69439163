// Which test files a change can reach. Tests that import what changed are found by vitest in its module graph. Tests of whole
// programs import no source of them, so a change of what is built reaches all of those.
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { runGit } from '../../src/host/build/run-git.ts'
import { kindOf, type Kind } from './read-request.ts'

/** The build reads these for the programs. */
const PROGRAMS = /^(src\/(?!web\/)|scripts\/(bundle|build)|package(-lock)?\.json|examples\/)/
/** The build reads these for the page. */
const PAGE = /^(src\/web\/|scripts\/build-page)/
/** These decide how every test is run. */
const EVERY_TEST = /^(vitest\.config\.ts|tsconfig\.json|package(-lock)?\.json)$/
/** Tests outside of the browser that look at the page's files. */
const PAGE_READERS = /front-end|release-build|rehearsal/
const RUN_PROGRAMS: ReadonlySet<Kind> = new Set(['e2e', 'browser', 'real', 'soak'])

export async function listChanged(root: string, since: string): Promise<string[]> {
  const edited = await runGit(root, ['diff', '--name-only', '--ignore-submodules=all', '-z', since])
  const added = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z'])
  return [...new Set([...edited.split('\0'), ...added.split('\0')])].filter((path) => path !== '')
}

/** The files to run, of the wanted kinds. Tidy always runs, since it reads the whole repository. */
export async function listReached(
  root: string,
  changed: readonly string[],
  kinds: readonly Kind[],
): Promise<string[]> {
  const all = await listTests(root, kinds)
  const imported = new Set(changed.length > 0 ? await listTests(root, kinds, changed) : [])
  return all.filter((file) => imported.has(file) || isReached(file, changed))
}

export function isReached(file: string, changed: readonly string[]): boolean {
  const kind = kindOf(file)
  // A test is in no build; the module graph finds its importers.
  const sources = changed.filter((path) => !path.endsWith('.test.ts'))
  const hasChanged = (places: RegExp) => sources.some((path) => places.test(path))
  if (kind === 'tidy' || hasChanged(EVERY_TEST)) return true
  if (RUN_PROGRAMS.has(kind) && hasChanged(PROGRAMS)) return true
  return hasChanged(PAGE) && (kind === 'browser' || (kind === 'e2e' && PAGE_READERS.test(file)))
}

/** All test files of the kinds, or those that import one of the sources. */
async function listTests(
  root: string,
  kinds: readonly Kind[],
  sources: readonly string[] = [],
): Promise<string[]> {
  const related = sources.map((path) => join(root, path))
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: [...kinds],
    reporters: [],
    ...(related.length > 0 && { related }),
  })
  try {
    const found = await vitest.getRelevantTestSpecifications()
    return [...new Set(found.map(({ moduleId }) => relative(root, moduleId)))]
  } finally {
    await vitest.close()
  }
}
