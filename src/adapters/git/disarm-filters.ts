// Settings that keep a project's filters from running: `.gitattributes` may be an agent's, and says on which files the programs are
// run that the repository's settings name.
import type { Git, GitPlace } from './git.ts'

const PROGRAMS = /^(filter)\.(.+)\.[a-z]+$/i

export async function disarmFilters(git: Git, at: GitPlace): Promise<string[]> {
  // Ends with 1 when there are none.
  const { stdout } = await git.run(at, ['config', '--name-only', '-z', '--get-regexp', '^filter\\.'])
  const names = stdout.split('\0').flatMap((key) => PROGRAMS.exec(key)?.[2] ?? [])
  return [...new Set(names)].flatMap((name) => [
    `filter.${name}.process=`,
    `filter.${name}.clean=`,
    `filter.${name}.smudge=`,
    `filter.${name}.required=false`,
  ])
}
