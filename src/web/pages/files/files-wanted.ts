// What is looked at on the page of files, as it stands in its address.

export interface FilesWanted {
  readonly root?: string | undefined
  readonly path?: string | undefined
}

/** The folders on the way to a path, each with the path that leads there. */
export function stepsOf(path: string): { readonly name: string; readonly path: string }[] {
  const names = path.split('/').filter(Boolean)
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }))
}

export const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

/** Where a link of this folder leads to, when that is in the same root; it is told and never followed by itself. */
export function resolveLink(path: string, target: string): string | undefined {
  if (target.startsWith('/')) return undefined
  const steps = path.split('/').slice(0, -1)
  for (const step of target.split('/').filter((one) => one !== '' && one !== '.'))
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) return undefined
  return steps.join('/')
}
