// The commit that undoes an adopted change on top of what the main branch is now; on no branch yet.
import type { Change } from '../../protocol/changes/change.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { ImproveDeps } from './plan-change.ts'

export type Composed =
  | { readonly kind: 'composed'; readonly undone: { readonly from: string; readonly to: string } }
  | { readonly kind: 'impossible'; readonly why: string; readonly hint: string | undefined }

export async function composeUndo(
  { ground }: Pick<ImproveDeps, 'ground'>,
  project: Project,
  { id, adopted, description }: Change,
  actor: string,
): Promise<Composed> {
  if (!adopted) throw new Error(`${id} was never merged`)
  const main = await ground.main(project)
  if (main === undefined)
    return {
      kind: 'impossible',
      why: `${project.name} has no branch ${project.mainBranch} any more`,
      hint: undefined,
    }
  const { from, to } = adopted
  const message = `Roll back: ${description}\n\nThis undoes ${to}.\n\nChange: ${id}\nAsked-by: ${actor}\n`
  const joined = await ground.join({ project, base: to, head: from, onto: main, message })
  if (joined.kind === 'joined') return { kind: 'composed', undone: { from: main, to: joined.head } }
  return {
    kind: 'impossible',
    why: `later changes build on it: ${joined.files.join(', ')}`,
    hint: `undo it by hand (\`git revert ${to.slice(0, 12)}\`), or roll back the later changes first`,
  }
}
