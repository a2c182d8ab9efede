import type { ComponentType } from 'react'
import type { Role } from '#contract/permissions.ts'
import { texts } from '#texts/app.ts'
import type { ToastContent } from '../lib/toast.ts'
import { type Part, part } from '../ui/part/part.tsx'
import { FailedPage } from './failed-page.tsx'
import type { NavIcon } from './shell/nav-icons.ts'

export type Access = 'anyone' | 'signedIn' | 'staff' | 'admin'

interface NavEntry {
  label: string
  icon: NavIcon
  /** shown in the navigation of this role only */
  only?: Role
  /** leaves a bottom bar that has too many to the others */
  yields?: true
}

export interface AppRoute {
  path: string
  access: Access
  page: Part<object>
  /** what a signed-out visitor reads before the login; a default text unless the page has its own */
  signedOut?: ToastContent
  nav?: NavEntry
  /** its name in the user menu */
  menu?: string
  /** shown to staff instead of `page` */
  staffPage?: Part<object>
  /** shown to signed-out visitors, who are otherwise sent to the login */
  signedOutPage?: Part<object>
  /** no frame around the page: other sites embed it */
  bare?: true
  /** the screen with an entry in the navigation that this one belongs to */
  under?: string
}

/** A page with its code in its own chunk. */
const fetched = (load: () => Promise<{ default: ComponentType }>): Part<object> => part(load, FailedPage)

const DashboardPage = fetched(() => import('../pages/dashboard/dashboard-page.tsx'))
const EnhancedDashboardPage = fetched(() => import('../pages/enhanced-dashboard/enhanced-dashboard-page.tsx'))
export const LandingPage = fetched(() => import('../pages/landing/landing-page.tsx'))

/** Every screen: the router, the navigation and the access rules all read this table. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    access: 'signedIn',
    page: DashboardPage,
    staffPage: EnhancedDashboardPage,
    nav: { label: texts.navigation.dashboard, icon: 'dashboard' },
  },
  { path: '/creator-dashboard', access: 'signedIn', page: DashboardPage, under: '/' },
  { path: '/dashboard', access: 'staff', page: DashboardPage, under: '/' },
  { path: '/enhanced-dashboard', access: 'staff', page: EnhancedDashboardPage, under: '/' },
  {
    path: '/upload',
    access: 'signedIn',
    page: fetched(() => import('../pages/upload/upload-page.tsx')),
    signedOut: texts.loginForUploads,
    nav: { label: texts.navigation.upload, icon: 'upload' },
  },
  {
    path: '/earnings',
    access: 'signedIn',
    page: fetched(() => import('../pages/earnings/earnings-page.tsx')),
    nav: { label: texts.navigation.earnings, icon: 'earnings' },
  },
  {
    path: '/premium',
    access: 'signedIn',
    page: fetched(() => import('../pages/subscriptions/premium-page.tsx')),
    signedOutPage: fetched(() => import('../pages/subscriptions/signed-out-page.tsx')),
    nav: { label: texts.navigation.premium, icon: 'premium', yields: true },
  },
  {
    path: '/admin',
    access: 'staff',
    page: fetched(() => import('../pages/admin/admin-page.tsx')),
    nav: { label: texts.navigation.admin, icon: 'admin', only: 'admin' },
    menu: texts.menu.admin,
  },
  {
    path: '/admin/audit-log',
    access: 'staff',
    page: fetched(() => import('../pages/admin/audit-page.tsx')),
  },
  {
    path: '/admin/score-weights',
    access: 'staff',
    page: fetched(() => import('../pages/admin/score-weights-page.tsx')),
  },
  {
    path: '/admin/share-reports',
    access: 'staff',
    page: fetched(() => import('../pages/share-reports/share-reports-page.tsx')),
  },
  {
    path: '/admin/ai-highlights',
    access: 'staff',
    page: fetched(() => import('../pages/review/review-page.tsx')),
    nav: { label: texts.navigation.review, icon: 'review', only: 'moderator' },
    menu: texts.menu.highlights,
  },
  {
    path: '/publishing',
    access: 'staff',
    page: fetched(() => import('../pages/publishing/publishing-page.tsx')),
    nav: { label: texts.navigation.publishing, icon: 'publishing' },
    menu: texts.menu.publishing,
  },
  {
    path: '/notifications',
    access: 'staff',
    page: fetched(() => import('../pages/staff-notifications/staff-notifications-page.tsx')),
  },
  {
    path: '/email-preview',
    access: 'staff',
    page: fetched(() => import('../pages/email-preview/email-preview-page.tsx')),
    menu: texts.menu.email,
  },
  {
    path: '/profile',
    access: 'signedIn',
    page: fetched(() => import('../pages/profile/profile-page.tsx')),
    menu: texts.menu.profile,
  },
  {
    path: '/inbox',
    access: 'signedIn',
    page: fetched(() => import('../pages/inbox/inbox-page.tsx')),
    menu: texts.menu.notifications,
  },
  {
    path: '/settings',
    access: 'signedIn',
    page: fetched(() => import('../pages/settings/settings-page.tsx')),
    menu: texts.menu.settings,
  },
  {
    path: '/v/:id',
    access: 'signedIn',
    page: fetched(() => import('../pages/video/video-page.tsx')),
    signedOutPage: fetched(() => import('../pages/video/public/public-page.tsx')),
  },
  {
    path: '/v/:id/embed',
    access: 'anyone',
    bare: true,
    page: fetched(() => import('../pages/video/public/public-embed-page.tsx')),
  },
  {
    path: '/stream/:streamId/iframe',
    access: 'anyone',
    bare: true,
    page: fetched(() => import('../pages/embed/embed-page.tsx')),
  },
  {
    path: '/s/:shareToken',
    access: 'anyone',
    page: fetched(() => import('../pages/shared/shared-page.tsx')),
  },
  {
    path: '/s/:shareToken/embed',
    access: 'anyone',
    bare: true,
    page: fetched(() => import('../pages/shared/shared-embed-page.tsx')),
  },
  {
    path: '/r/:riderName',
    access: 'anyone',
    page: fetched(() => import('../pages/rider/rider-page.tsx')),
  },
  { path: '/ui', access: 'anyone', page: fetched(() => import('../pages/ui-gallery/gallery-page.tsx')) },
  { path: '/terms', access: 'anyone', page: fetched(() => import('../pages/legal/terms-page.tsx')) },
  { path: '/privacy', access: 'anyone', page: fetched(() => import('../pages/legal/privacy-page.tsx')) },
]
