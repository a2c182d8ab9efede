import {
  CircleDollarSign,
  Clapperboard,
  Gem,
  LayoutGrid,
  type LucideIcon,
  Send,
  ShieldCheck,
  Upload,
} from 'lucide-react'

/** Navigation icons by name. The route table, which visitors load too, holds only the names. */
export const navIcons = {
  dashboard: LayoutGrid,
  upload: Upload,
  earnings: CircleDollarSign,
  premium: Gem,
  admin: ShieldCheck,
  review: Clapperboard,
  publishing: Send,
} satisfies Record<string, LucideIcon>

export type NavIcon = keyof typeof navIcons
