/* A page whose only dynamic parts are the pictures in its list: problems, games. */
import { watchMinis } from '../widgets/minis.js';

watchMinis();
