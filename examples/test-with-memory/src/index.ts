export { provisionProject, type Project, type Provisioned } from './provision-project.js';
