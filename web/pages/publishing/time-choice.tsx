import type { ReactNode } from 'react'
import { viewerZone } from '../../features/publishing/rules.ts'
import { texts } from '../../features/publishing/texts.ts'
import { TextField } from '../../ui/inputs/field.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import type { Schedule } from './use-schedule.ts'

const { dialog: words } = texts

/** When to publish: now, at the best hour, or at a custom time. */
export const TimeChoice = ({ fields, change, field, customError }: Schedule) => (
  <fieldset className="min-w-0 space-y-3.5">
    <legend className="mb-1.5 font-semibold text-sm">{words.when}</legend>
    <Toggle checked={fields.immediate} onChange={immediate => change({ immediate })}>
      {words.immediate}
    </Toggle>
    <Toggle
      checked={fields.useOptimalTiming}
      disabled={fields.immediate}
      hint={words.optimalText}
      onChange={useOptimalTiming => change({ useOptimalTiming })}
    >
      {words.optimal}
    </Toggle>
    <TextField
      label={words.custom}
      hint={`${words.customHint} ${words.zone(viewerZone())}`}
      error={customError}
      disabled={fields.immediate}
      maxLength={200}
      {...field('customSchedule')}
    />
  </fieldset>
)

const Toggle = ({
  checked,
  disabled = false,
  hint,
  onChange,
  children,
}: {
  checked: boolean
  disabled?: boolean
  hint?: string
  onChange: (checked: boolean) => void
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
  <label className="flex cursor-pointer items-center justify-between gap-4">
    <span>
      <span className="block font-medium text-[0.9375rem]">{children}</span>
      {hint && <span className="block text-muted text-sm">{hint}</span>}
    </span>
    <Switch checked={checked} disabled={disabled} onChange={event => onChange(event.target.checked)} />
  </label>
)
