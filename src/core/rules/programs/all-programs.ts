// Every program that the rules know. What is not in here is asked.
import type { Program } from '../program.ts'
import { FILE_PROGRAMS } from './file-programs.ts'
import { readFd, readFind } from './read-find.ts'
import { readGit } from './git.ts'
import { INTERPRETERS } from './interpreters.ts'
import { JUDGED_PROGRAMS } from './judged-programs.ts'
import { PACKAGE_TOOLS } from './package-tools.ts'
import { SHELL_PROGRAMS } from './shell-programs.ts'
import { TEAM_PROGRAMS } from './team-programs.ts'
import { readAwk } from './read-awk.ts'
import { readCurl, readWget } from './read-curl.ts'
import { readPip } from './read-pip.ts'
import { readRustup } from './read-rustup.ts'
import { readSed } from './read-sed.ts'
import { WRAPPERS } from './wrappers.ts'

export const ALL_PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ...FILE_PROGRAMS,
  ...JUDGED_PROGRAMS,
  ...INTERPRETERS,
  ...PACKAGE_TOOLS,
  ...SHELL_PROGRAMS,
  ...TEAM_PROGRAMS,
  ...WRAPPERS,
  ['git', readGit],
  ['curl', readCurl],
  ['wget', readWget],
  ['pip', readPip],
  ['pip3', readPip],
  ['rustup', readRustup],
  ['find', readFind],
  ['gfind', readFind],
  ['fd', readFd],
  ['fdfind', readFd],
  ['sed', readSed],
  ['gsed', readSed],
  ['awk', readAwk],
  ['gawk', readAwk],
  ['mawk', readAwk],
  ['nawk', readAwk],
])
