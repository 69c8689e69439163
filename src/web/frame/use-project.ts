// The project that is looked at: in the address, so that it can be shared and outlives a reload. Undefined: all of them.
import { useNavigate, useSearch } from '@tanstack/react-router'

export function useProject(): [project: string | undefined, choose: (project: string | undefined) => void] {
  const { project } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  return [project, (next) => void navigate({ to: '.', search: (old) => ({ ...old, project: next }) })]
}
