import { CircleDollarSign } from '../../ui/icons/circle-dollar-sign.tsx'
import { Clapperboard } from '../../ui/icons/clapperboard.tsx'
import { Gem } from '../../ui/icons/gem.tsx'
import type { Icon } from '../../ui/icons/icon.tsx'
import { LayoutGrid } from '../../ui/icons/layout-grid.tsx'
import { Send } from '../../ui/icons/send.tsx'
import { ShieldCheck } from '../../ui/icons/shield-check.tsx'
import { Upload } from '../../ui/icons/upload.tsx'

/** Navigation icons by name. The route table, which visitors load too, holds only the names. */
export const navIcons = {
  dashboard: LayoutGrid,
  upload: Upload,
  earnings: CircleDollarSign,
  premium: Gem,
  admin: ShieldCheck,
  review: Clapperboard,
  publishing: Send,
} satisfies Record<string, Icon>

export type NavIcon = keyof typeof navIcons
