// Which kind of test a file belongs to, by where it is; undefined when `./cmux test` does not run it by default.

const FOLDERS: readonly (readonly [kind: string, path: RegExp])[] = [
  ['tidy', /^test\/tidy\/.+\.test\.ts$/],
  ['unit', /^(?:src|scripts)\/.+\.test\.ts$/],
  ['contract', /^test\/contract\/.+\.test\.ts$/],
  ['sim', /^test\/sim\/.+\.test\.ts$/],
  ['e2e', /^test\/e2e\/.+\.test\.ts$/],
  ['browser', /^test\/browser\/.+\.test\.ts$/],
]

export function kindOfTest(path: string): string | undefined {
  return FOLDERS.find(([, folder]) => folder.test(path))?.[0]
}
