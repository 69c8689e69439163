// A file is found by the name of what it exports; `makeClock` may stand in clock.ts, as a whole word of its name.
import { posix } from 'node:path'
import { isProduct } from '../places/is-product.ts'
import type { Rule } from '../rule.ts'
import { listExports } from '../syntax/list-exports.ts'

// `index` is the face of a folder, `main` where a process starts; neither is imported for one thing.
const FACES = /^(index|main|.+-main)$/

export const namedAfterExport: Rule = {
  name: 'named-after-export',
  style: 7,
  where: 'src',
  forbids: 'file that exports nothing of its name',
  instead: 'the kebab-case name of its main export',
  appliesTo: (file) => isProduct(file) && !FACES.test(baseName(file.path)) && !file.path.endsWith('.d.ts'),
  find: (file) => {
    const names = listExports(file)
    const wanted = `-${baseName(file.path).replace(/^\d+-/, '')}-`
    if (names.some((name) => kebabCases(name).some((kebab) => `-${kebab}-`.includes(wanted)))) return []
    return [{ offset: 0, what: `exports ${names.join(', ') || 'nothing'}` }]
  },
}

function baseName(path: string): string {
  return posix.basename(path).replace(/\.[^.]+$/, '')
}

/** Both readings of a digit before a capital: `sha256Sum` is sha256-sum, `A2ACard` is a2a-card. */
function kebabCases(name: string): string[] {
  if (name === name.toUpperCase()) return [name.toLowerCase().replaceAll('_', '-')]
  return [/([a-z0-9])([A-Z])/g, /([a-z])([A-Z])/g].map((step) =>
    name
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
      .replace(step, '$1-$2')
      .toLowerCase(),
  )
}
