import {
  CircleDollarSign,
  Clapperboard,
  Gem,
  LayoutGrid,
  type LucideIcon,
  ShieldCheck,
  Upload,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Role } from '#contract/permissions.ts'
import type { ToastContent } from '../lib/toast.ts'

export type Access = 'anyone' | 'signedIn' | 'staff' | 'admin'

interface NavEntry {
  label: string
  icon: LucideIcon
  /** stands in the navigation of this role alone */
  only?: Role
}

export interface AppRoute {
  path: string
  access: Access
  /** null: the screen is not built yet, so nothing leads there and its address is unknown */
  page: ComponentType | null
  /** what a signed-out visitor is told before the login; the common text unless the page has its own */
  signedOut?: ToastContent
  nav?: NavEntry
  /** its name in the user menu */
  menu?: string
  /** shown to staff instead of `page` */
  staffPage?: ComponentType
  /** shown to signed-out visitors, who are sent to the login otherwise */
  signedOutPage?: ComponentType
  /** nothing around the page: it is shown in frames of other pages */
  bare?: true
}

const landing = () => import('../features/landing/landing-page.tsx')
const dashboard = () => import('../features/dashboard/dashboard-page.tsx')
const DashboardPage = lazy(dashboard)

const EnhancedDashboardPage = lazy(() => import('../features/enhanced-dashboard/enhanced-dashboard-page.tsx'))

export const LandingPage = lazy(landing)

/** Fetches the code of the screen that '/' will most likely show, while the server says who is signed in. */
export const warmUp = (signedIn: boolean): Promise<unknown> => (signedIn ? dashboard() : landing())

/** Every screen of the product: the router, the navigation and the access rules all read this table. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    access: 'signedIn',
    page: DashboardPage,
    staffPage: EnhancedDashboardPage,
    nav: { label: 'Dashboard', icon: LayoutGrid },
  },
  { path: '/creator-dashboard', access: 'signedIn', page: DashboardPage },
  { path: '/dashboard', access: 'staff', page: DashboardPage },
  { path: '/enhanced-dashboard', access: 'staff', page: EnhancedDashboardPage },
  {
    path: '/upload',
    access: 'signedIn',
    page: lazy(() => import('../features/upload/upload-page.tsx')),
    signedOut: {
      title: 'Authentication Required',
      description: 'You need to be logged in to upload videos.',
      variant: 'destructive',
    },
    nav: { label: 'Upload', icon: Upload },
  },
  {
    path: '/earnings',
    access: 'signedIn',
    page: lazy(() => import('../features/earnings/earnings-page.tsx')),
    nav: { label: 'Earnings', icon: CircleDollarSign },
  },
  {
    path: '/premium',
    access: 'signedIn',
    page: lazy(() => import('../features/premium/premium-page.tsx')),
    signedOutPage: lazy(() => import('../features/premium/signed-out-page.tsx')),
    nav: { label: 'Premium', icon: Gem },
  },
  {
    path: '/admin',
    access: 'staff',
    page: lazy(() => import('../features/admin/admin-page.tsx')),
    nav: { label: 'Admin', icon: ShieldCheck, only: 'admin' },
    menu: 'Admin Panel',
  },
  { path: '/admin/audit-log', access: 'staff', page: lazy(() => import('../features/admin/audit-page.tsx')) },
  {
    path: '/admin/ai-highlights',
    access: 'staff',
    page: lazy(() => import('../features/review/review-page.tsx')),
    nav: { label: 'Review', icon: Clapperboard, only: 'moderator' },
    menu: 'AI Highlights',
  },
  {
    path: '/publishing',
    access: 'staff',
    page: lazy(() => import('../features/publishing/publishing-page.tsx')),
    menu: 'Publishing',
  },
  {
    path: '/notifications',
    access: 'staff',
    page: lazy(() => import('../features/staff-notifications/staff-notifications-page.tsx')),
  },
  {
    path: '/email-preview',
    access: 'staff',
    page: lazy(() => import('../features/email-preview/email-preview-page.tsx')),
    menu: 'Email System',
  },
  {
    path: '/profile',
    access: 'signedIn',
    page: lazy(() => import('../features/accounts/profile-page.tsx')),
    menu: 'Profile',
  },
  {
    path: '/inbox',
    access: 'signedIn',
    page: lazy(() => import('../features/notifications/inbox-page.tsx')),
    menu: 'Notifications',
  },
  {
    path: '/settings',
    access: 'signedIn',
    page: lazy(() => import('../features/settings/settings-page.tsx')),
    menu: 'Settings',
  },
  {
    path: '/sign-in-link',
    access: 'anyone',
    page: lazy(() => import('../features/accounts/sign-in-link-page.tsx')),
  },
  {
    path: '/stream/:streamId/iframe',
    access: 'anyone',
    bare: true,
    page: lazy(() => import('../features/player/embed-page.tsx')),
  },
  { path: '/ui', access: 'anyone', page: lazy(() => import('../features/ui-gallery/gallery-page.tsx')) },
  { path: '/terms', access: 'anyone', page: lazy(() => import('../features/legal/terms-page.tsx')) },
  { path: '/privacy', access: 'anyone', page: lazy(() => import('../features/legal/privacy-page.tsx')) },
]
