// The terminals that are shown; those that somebody chose are in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { NONE_SHOWN, readShown } from './read-shown.ts'

interface Shown {
  readonly shown: readonly string[]
  readonly add: (name: string) => void
  readonly drop: (name: string) => void
}

export function useShown(agents: readonly Agent[]): Shown {
  const { show } = useSearch({ from: '/terminals' })
  const navigate = useNavigate()
  const shown = readShown(show, agents)
  const choose = (names: readonly string[]) =>
    void navigate({
      to: '/terminals',
      search: (old) => ({ ...old, show: names.length === 0 ? NONE_SHOWN : names.join(',') }),
      replace: true,
    })
  return {
    shown,
    add: (name) => choose([...shown, name]),
    drop: (name) => choose(shown.filter((one) => one !== name)),
  }
}
