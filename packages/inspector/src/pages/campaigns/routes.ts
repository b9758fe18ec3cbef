import type { Route } from '../../app/router.tsx';
import { CampaignPage } from './campaign-page.tsx';
import { CampaignsPage } from './campaigns-page.tsx';

export const campaignsRoutes: readonly Route[] = [
  { path: '/campaigns', title: 'Campaigns', page: CampaignsPage },
  { path: '/campaigns/{campaign_id}', title: 'Campaign', page: CampaignPage },
];
