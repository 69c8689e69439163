// Two buttons under a list that is asked for in pages: back to the newest, and on to what is older.
import { Button } from './button.tsx'

interface PagerProps {
  readonly isNewest: boolean
  /** Null or undefined: there is nothing older. */
  readonly next: string | null | undefined
  readonly onNewest: () => void
  readonly onOlder: (cursor: string) => void
}

export function Pager({ isNewest, next, onNewest, onOlder }: PagerProps) {
  return (
    <div className="mt-3 flex gap-2">
      <Button disabled={isNewest} onClick={onNewest}>
        Newest
      </Button>
      <Button disabled={!next} onClick={() => next && onOlder(next)}>
        Older
      </Button>
    </div>
  )
}
