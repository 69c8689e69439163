// An exemption that excuses nothing hides the next fault in that file, so it goes with the fault it excused.
import { checkFiles } from './check-files.ts'
import type { Exemption } from './exemptions.ts'
import type { Rule } from './rule.ts'
import type { SourceFile } from './syntax/source-file.ts'

export function listStaleExemptions(
  files: readonly SourceFile[],
  rules: readonly Rule[],
  exemptions: readonly Exemption[],
): Exemption[] {
  const findings = checkFiles(files, rules)
  return exemptions.filter(
    ({ rule, path }) => !findings.some((finding) => finding.rule === rule && finding.file === path),
  )
}
