// Runs every rule on every file; exempted rows are taken out here, so that rules know nothing of exemptions.
import type { Exemption } from './exemptions.ts'
import type { Finding } from './finding.ts'
import type { Rule } from './rule.ts'
import type { SourceFile } from './syntax/source-file.ts'

export function checkFiles(
  files: readonly SourceFile[],
  rules: readonly Rule[],
  exemptions: readonly Exemption[] = [],
): Finding[] {
  const findings = files.flatMap((file) => rules.flatMap((rule) => checkFile(file, rule)))
  const exempted = new Set(exemptions.map(({ rule, path }) => `${rule} ${path}`))
  return findings.filter(({ rule, file }) => !exempted.has(`${rule} ${file}`))
}

function checkFile(file: SourceFile, rule: Rule): Finding[] {
  if (!rule.appliesTo(file)) return []
  return rule.find(file).map(({ offset, what }) => ({
    file: file.path,
    line: file.lineAt(offset),
    rule: rule.name,
    message: `${what}: no ${rule.forbids} in ${rule.where}; use ${rule.instead}`,
  }))
}
