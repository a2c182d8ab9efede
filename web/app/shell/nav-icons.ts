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

/** The signs of the navigation. Named in the table of routes, which visitors fetch too, and drawn here. */
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
