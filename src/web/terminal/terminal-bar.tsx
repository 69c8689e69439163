// Below a terminal: whether it is live, how to leave it by keyboard, and what can be done with it.
import type { ReactNode, Ref } from 'react'
import { Dot } from '../ui/dot.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

interface TerminalBarProps {
  readonly ref: Ref<HTMLDivElement>
  readonly isLive: boolean
  readonly canType: boolean | undefined
  readonly isAloud: boolean
  readonly onFind: () => void
  readonly onCopy: () => void
  readonly onAloud: () => void
}

export function TerminalBar({ ref, isLive, canType, isAloud, onFind, onCopy, onAloud }: TerminalBarProps) {
  return (
    <div
      ref={ref}
      className="flex min-w-0 items-center gap-2 border-t border-line bg-surface px-2 py-0.5 text-xs text-quiet"
    >
      <Dot tone={isLive ? 'well' : 'bad'}>{isLive ? 'live' : 'not live'}</Dot>
      {canType === false && <span className="truncate">Read-only.</span>}
      {canType === true && (
        <span className="truncate max-sm:sr-only">
          <kbd>Ctrl Shift Esc</kbd> or <kbd>Ctrl Shift ↑</kbd> leaves the terminal
        </span>
      )}
      <div className="ml-auto flex shrink-0">
        <BarButton icon="search" label="find in the terminal (Ctrl F)" onPress={onFind} />
        <BarButton icon="copy" label="copy the selection (Ctrl Shift C)" onPress={onCopy} />
        <BarButton icon="aloud" label="screen reader mode" isOn={isAloud} onPress={onAloud} />
      </div>
    </div>
  )
}

interface BarButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly isOn?: boolean
  readonly onPress: () => void
}

function BarButton({ icon, label, isOn, onPress }: BarButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
      className={`grid size-7 place-items-center rounded hover:bg-raised hover:text-ink ${isOn === true ? 'text-accent' : ''}`}
    >
      <Icon name={icon} size={14} />
    </button>
  )
}
