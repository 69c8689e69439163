// STYLE.md as a table that runs. A new row needs a proof in cases/, or the tidy test fails.
import type { Rule } from './rule.ts'
import { arrows } from './rules/arrows.ts'
import { doors } from './rules/doors.ts'
import { emptyCatch } from './rules/empty-catch.ts'
import { environment } from './rules/environment.ts'
import { fileNames } from './rules/file-names.ts'
import { gitDoor } from './rules/git-door.ts'
import { knownIds } from './rules/known-ids.ts'
import { machineTraces } from './rules/machine-traces.ts'
import { moduleMocks } from './rules/module-mocks.ts'
import { moduleState } from './rules/module-state.ts'
import { mutatedDeciders } from './rules/mutated-deciders.ts'
import { namedAfterExport } from './rules/named-after-export.ts'
import { nodeModules } from './rules/node-modules.ts'
import { openingComment } from './rules/opening-comment.ts'
import { packages } from './rules/packages.ts'
import { plainWords } from './rules/plain-words.ts'
import { purity } from './rules/purity.ts'
import { quotedPromises } from './rules/quoted-promises.ts'
import { readableSyntax } from './rules/readable-syntax.ts'
import { shellStrings } from './rules/shell-strings.ts'
import { singletons } from './rules/singletons.ts'
import { sizes } from './rules/sizes.ts'
import { sleeps } from './rules/sleeps.ts'
import { typeEscapes } from './rules/type-escapes.ts'
import { unfinishedTests } from './rules/unfinished-tests.ts'

export const RULES: readonly Rule[] = [
  readableSyntax,
  arrows,
  packages,
  nodeModules,
  ...purity,
  environment,
  ...doors,
  gitDoor,
  singletons,
  moduleState,
  moduleMocks,
  ...typeEscapes,
  emptyCatch,
  unfinishedTests,
  sleeps,
  shellStrings,
  ...fileNames,
  ...sizes,
  openingComment,
  namedAfterExport,
  ...machineTraces,
  quotedPromises,
  mutatedDeciders,
  knownIds,
  plainWords,
]
