import { SkeletonCard } from '#web/ui/skeleton.tsx'

/** Where a screen will stand; as tall as the window, so that what comes below it does not move when it is there. */
export function ScreenSkeleton() {
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-4xl content-start gap-4 px-4 py-6 sm:px-6">
      <SkeletonCard rows={2} />
      <SkeletonCard rows={4} />
    </div>
  )
}
